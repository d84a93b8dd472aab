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

  private static func makeRouter() throws -> LinkRouter {
    try LinkRouter {
      LinkRoute("/product/:id<int>", name: "product").view { Screen("Product", $0.params) }
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
    let router = try Self.makeRouter()
    #expect(await router.open("/product/7").screen?["id"] == 7)
    #expect(await router.open("/product/lamp").error?.code == .notFound)
    #expect(await router.open("/item/8").screen?["id"] == 8)
  }

  @Test func `a page for people who are signed in`() async throws {
    let (router, session) = (try Self.makeRouter(), Session())
    try await router.addGuard(for: "orders") { _ in session.isOpen ? .proceed : .go(to: "login") }
    #expect(await router.open("/orders").name == "login")
    #expect(await router.open("/orders/3").name == "login")
    session.isOpen = true
    #expect(await router.open("/orders").name == "orders")
  }

  @Test func `a link from a name`() async throws {
    let router = try Self.makeRouter()
    let link = try router.location(to: "product", ["id": 7], query: ["from": "mail"])
    #expect("\(link)" == "/product/7?from=mail")
    #expect(throws: RouterError.self) { try router.location(to: "product", ["id": "lamp"]) }
  }

  @Test func `a page returns an answer`() async throws {
    let router = try Self.makeRouter()
    _ = await router.open("/product/7")
    var outcomes = await router.outcomes().makeAsyncIterator()
    async let answered = Self.ask(router)
    _ = await outcomes.next()
    await router.closeScreen(with: "green")
    #expect(await answered == "green")
  }

  private static func ask(_ router: LinkRouter) async -> Value {
    let colour = await router.ask("/colour").value
    return colour
  }

  @Test func `tabs with a stack each`() async throws {
    let router = try Self.makeRouter()
    _ = await router.open("/search")
    _ = await router.open("/feed/7")
    #expect(await router.top?.view == "Post")
    #expect(await router.tree.screens.map(\.view).contains("Feed"))
  }
}
