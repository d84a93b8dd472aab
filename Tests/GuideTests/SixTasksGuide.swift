import Moonroute
import Synchronization
import Testing

/// The code of `SixTasks.md`, which a test compares with it.
struct SixTasksGuide {
  /// Whether a user is signed in.
  private final class Session: Sendable {
    private let state = Mutex(false)

    var isOpen: Bool {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  private static func makeApplication() throws -> LinkRouter {
    try LinkRouter {
      LinkRoute("/product/:id<int>", name: "product").view { Screen("Product", $0.all) }
      LinkRoute("/login", name: "login").view("Login")
      LinkRoute("/orders", name: "orders")
        .view("Orders")
        .children {
          LinkRoute(":id<int>").view("Order")
        }
      LinkRoute("/colour", name: "colour")
        .view("Colour")
        .animator(.present)
      LinkRoute.shell("main") {
        LinkRoute("/feed", name: "feed")
          .view("Feed")
          .children {
            LinkRoute(":id<int>", name: "post").view("Post")
          }
        LinkRoute("/search", name: "search").view("Search")
      }
      LinkRoute("/item/:id<int>").redirect(to: "/product/:id")
    }
  }

  @Test func `a link with a number shows a page, and an old link redirects to it`() async throws {
    let application = try Self.makeApplication()
    #expect(await application.open("/product/7").screen?["id"] == 7)
    #expect(await application.open("/product/lamp").error?.code == .notFound)
    #expect(await application.open("/item/8").screen?["id"] == 8)
  }

  @Test func `a page for people who are signed in`() async throws {
    let (application, session) = (try Self.makeApplication(), Session())
    try await application.addGuard(for: "orders") { _ in
      session.isOpen ? .proceed : .go(to: "login")
    }
    #expect(await application.open("/orders").name == "login")
    #expect(await application.open("/orders/3").name == "login")
    session.isOpen = true
    #expect(await application.open("/orders").name == "orders")
  }

  @Test func `a link from a name`() async throws {
    let application = try Self.makeApplication()
    let link = try application.location(to: "product", ["id": 7], query: ["from": "mail"])
    #expect("\(link)" == "/product/7?from=mail")
    #expect(throws: RouterError.self) { try application.location(to: "product", ["id": "lamp"]) }
  }

  @Test func `a page returns an answer`() async throws {
    let application = try Self.makeApplication()
    _ = await application.open("/product/7")
    var outcomes = await application.outcomes().makeAsyncIterator()
    async let answered = Self.ask(application)
    _ = await outcomes.next()
    await application.closeScreen(with: "green")
    #expect(await answered == "green")
  }

  private static func ask(_ application: LinkRouter) async -> Value {
    let colour = await application.ask("/colour").value
    return colour
  }

  @Test func `tabs with a stack each`() async throws {
    let application = try Self.makeApplication()
    _ = await application.open("/search")
    _ = await application.open("/feed/7")
    #expect(await application.top?.view == "Post")
    #expect(await application.tree.screens.map(\.view).contains("Feed"))
  }
}
