import Moonroute
import Testing

/// The code on the first page of the catalog, which a test compares with it.
struct DocumentationGuide {
  @Test func `the smallest program routes links`() async throws {
    let router = try LinkRouter {
      LinkRoute("/", name: "home")
        .view("Home")
        .animator(.root(wrap: .stack))
      LinkRoute("/product/:id<int>", name: "product")
        .view("Product") { state in
          ["title": "Product \(try state.int("id"))"]
        }
      LinkRoute("/item/:id<int>").redirect(to: "/product/:id")
      LinkRoute("/sum/:a<int>/:b<int>")
        .action { state in
          try state.int("a") + state.int("b")
        }
    }
    let outcome = await router.open("/item/7")
    let sum = try await router.fetch("/sum/40/2", as: Int.self)
    let link = try router.location(to: "product", ["id": 7])
    #expect(outcome.screen?.caption == "Product 7")
    #expect(sum == 42)
    #expect("\(link)" == "/product/7")
  }

  @Test @MainActor func `a guard uses the state of its actor`() async throws {
    let session = Session()
    let router = try LinkRouter {
      LinkRoute("/account", name: "account")
        .view("Account")
        .guarded { _ in session.user == nil ? .go(to: "login") : .proceed }
      LinkRoute("/login", name: "login").view("Login")
    }
    #expect(await router.open("/account").name == "login")
    session.user = "Ada"
    #expect(await router.go(to: "account").name == "account")
  }

  @MainActor final class Session {
    var user: String?
  }
}
