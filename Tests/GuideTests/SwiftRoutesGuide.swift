import Moonroute
import RoutePatterns
import Synchronization
import Testing

/// The code of `SwiftRoutes.md`, which a test compares with it.
struct SwiftRoutesGuide {
  @Test func `routes show screens, return values and redirect`() async throws {
    let router = try LinkRouter {
      LinkRoute("/", name: "home")
        .view("Home")
        .animator(.root(wrap: .stack))
        .children {
          LinkRoute("product/:id<int>", name: "product")
            .view { state in
              Screen("Product", ["title": .text("Product \(try state.int("id"))")])
            }
          LinkRoute("login", name: "login")
            .view("Login")
            .animator(.present)
        }
      LinkRoute("/sum/:a<int>/:b<int>")
        .action { state in
          .int(try state.int("a") + state.int("b"))
        }
      LinkRoute("/item/:id<int>").redirect(to: "/product/:id")
    }
    let outcome = await router.open("/item/7")
    #expect(outcome.screen?.caption == "Product 7")
    let title = await router.top?.props["title"].text
    #expect(title == "Product 7")

    let sum = try await router.fetch("/sum/40/2", as: Int.self)
    let link = try router.location(to: "product", ["id": 7], query: ["from": "mail"])
    #expect(sum == 42)
    #expect("\(link)" == "/product/7?from=mail")

    var outcomes = await router.outcomes().makeAsyncIterator()
    _ = await router.open("/")
    let seen = await outcomes.next()
    let drawing = await router.tree.description
    #expect(seen?.name == "home")
    #expect(drawing.contains("Home  /  ◀ top"))
  }

  @Test func `a guard sends visitors to the login, and revalidating removes their pages`()
    async throws
  {
    let session = Session()
    let router = try LinkRouter {
      LinkRoute("/", name: "home")
        .view("Home")
        .animator(.root(wrap: .stack))
      LinkRoute("/login", name: "login")
        .view("Login")
        .animator(.present)
      LinkRoute("/account", name: "account").view("Account")
    }
    try await router.addGuard(for: "account") { _ in
      session.user == nil ? .go(to: "login") : .proceed
    }
    _ = await router.open("/")
    #expect(await router.open("/account").name == "login")
    await router.dismiss()
    session.user = "Ada"
    #expect(await router.open("/account").name == "account")
    session.user = nil
    _ = await router.revalidate()
    #expect(await router.tree.screens.map(\.name) == ["home", "login"])
  }

  @Test @MainActor func `a function of the main actor uses the main actor's state`() async throws {
    let bag = Bag()
    let shop = try makeShop(bag)
    bag.count = 3
    #expect(await shop.open("/basket").screen?["count"] == 3)
  }

  @Test @MainActor func `a router lives where it is made`() async throws {
    let shop = Shop()
    shop.bag.count = 2
    #expect(shop.router?.owner === MainActor.shared)
    #expect(shop.help?.owner === MainActor.shared)
    #expect(await shop.router?.open("/basket").screen?["count"] == 2)
    let router = try LinkRouter(isolation: nil) {
      LinkRoute("/item/:id<int>").view(itemView)
    }
    #expect(router.owner !== MainActor.shared)
    #expect(await router.open("/item/7").status == .opened)
  }

  @Test func `ask returns the screen's result and how the screen was closed`() async throws {
    let router = try LinkRouter {
      LinkRoute("/", name: "home")
        .view("Home")
        .animator(.root(wrap: .stack))
      LinkRoute("/colour", name: "colour")
        .view("Colour")
        .animator(.present)
    }
    _ = await router.open("/")
    var outcomes = await router.outcomes().makeAsyncIterator()
    async let answer = router.ask("/colour")
    _ = await outcomes.next()
    await router.closeScreen(with: "green")
    let given = await answer
    #expect(given.value == "green")
    #expect(given.ending == .left(.closed))
  }

  struct Billing: RouteModule {
    var path: String { "/billing" }
    var names: String { "billing." }
    var routes: [LinkRoute] {
      LinkRoute("invoices/:id<int>", name: "invoice").view("Invoice")
    }
  }

  @Test func `each tab has its own stack, and a module has a prefix`() async throws {
    let router = try LinkRouter {
      LinkRoute.shell("main") {
        LinkRoute("/feed", name: "feed")
          .view("Feed")
          .children {
            LinkRoute(":id<int>", name: "post").view("Post")
          }
        LinkRoute("/search", name: "search").view("Search")
      }
      Billing()
    }
    _ = await router.open("/feed/7")
    await router.select(tab: "search")
    #expect(await router.top?.name == "search")
    #expect(await router.open("/billing/invoices/3").name == "billing.invoice")
  }
}

@MainActor func makeShop(_ bag: Bag) throws -> LinkRouter {
  try LinkRouter {
    LinkRoute("/basket", name: "basket").view { _ in Screen("Basket", ["count": .int(bag.count)]) }
  }
}

/// A part of a user interface.
@MainActor final class Bag {
  var count: Int64 = 0
}

@MainActor final class Shop {
  let bag = Bag()
  lazy var router = try? makeShop(bag)
  let help = try? LinkRouter.onMainActor {
    LinkRoute("/help").view("Help")
  }
}

private func itemView(_ state: RouteState) -> Screen? { Screen("Item") }

/// The user of the guide's program.
private final class Session: Sendable {
  private let name = Mutex<String?>(nil)

  var user: String? {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }
}
