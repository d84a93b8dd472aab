import Foundation
import Moonroute
import RoutePatterns
import Synchronization
import TestSupport
import Testing

/// Typical code of a program.
@Suite struct EverydayTests {
  private final class Session: Sendable {
    let isOpen = Mutex(false)
  }

  private struct Lost: Error, Equatable { let number: Int }

  @Test func `guards have names, plain closures are handlers, and arguments are notes`()
    async throws
  {
    let session = Session()
    let application = try LinkRouter {
      LinkRoute("/", name: "home")
        .tags("main")
        .priority(2)
        .meta(ValueTable(fields: ["n": 1]))
        .view("Home")
      LinkRoute("/login/:way", name: "login").view("Login")
      LinkRoute("/orders", name: "orders")
        .view("Orders")
        .guarded { state in
          await Task.yield()
          return session.isOpen.withLock { $0 }
            ? .proceed
            : .go(to: "login", ["way": "mail"], query: ["back": state.location.description])
        }
      LinkRoute.group("/admin") {
        LinkRoute("users", name: "users").view("Users")
      }
      .guarded { _ in .go(to: "home") }
      LinkRoute.group("/late") {
        LinkRoute("users").view("Users")
      }
      .guarded { _ in
        await Task.yield()
        return .stop("late")
      }
      LinkRoute("/scheme")
        .scheme("shop")
        .view("Shop")
      LinkRoute("/wrong")
        .view("X")
        .guarded { _ in .go(to: "hom") }
    }
    #expect(
      await application.open("/orders").location?.description == "/login/mail?back=/orders"
    )
    session.isOpen.withLock { $0 = true }
    #expect(await application.open("/orders").name == "orders")
    #expect(await application.open("/admin/users").name == "home")
    #expect(await application.open("/late/users").reason == "late")
    #expect(await application.open("shop://scheme").status == .opened)
    #expect(!application.canOpen("/scheme"))
    let wrong = await application.open("/wrong")
    #expect(wrong.error?.code == .unknownName)
    #expect(wrong.error?.nearest.first == "home")
    let home = try #require(application.match(Location("/"))?.route)
    #expect(home.tags == ["main"])
    #expect(home.priority == 2)
    #expect(home.meta["n"] == 1)
  }

  @Test func `a guard attached from outside can be a plain closure`() async throws {
    let application = try LinkRouter {
      LinkRoute("/a", name: "a").view("A")
    }
    try await application.addGuard(for: "a") { _ in .stop("no") }
    #expect(await application.open("/a").reason == "no")
    try await application.addGuard(for: "/a/**") { state in
      await Task.yield()
      return .proceed
    }
    try await application.addRewriter(for: "/b") { _ in .go(to: "a") }
    #expect(await application.open("/b").reason == "no")
  }

  @Test func `animators with options work wherever an animator is expected`() async throws {
    let application = try LinkRouter {
      LinkRoute("/")
        .view("Home")
        .animator(.root(wrap: .stack))
      LinkRoute("/bar")
        .view("Bar")
        .animator(.push(hidesBottomBar: true))
      LinkRoute("/sheet")
        .view("Sheet")
        .animator(.sheet(position: .bottom))
      LinkRoute("/custom")
        .view("Custom")
        .animator(.custom { _ in .push })
      LinkRoute("/replace")
        .view("Replace")
        .animator(.replace)
    }
    for (location, animator) in [
      ("/", "root"), ("/bar", "push"), ("/custom", "push"), ("/replace", "replace"),
      ("/sheet", "sheet"),
    ] { #expect(await application.open(location).animator == animator) }
  }

  @Test func `all everyday features work from another module`() async throws {
    let application = try LinkRouter {
      LinkRoute("/", name: "home")
        .view("Home")
        .animator(.root)
      LinkRoute("/page").view("Page")
    }
    await application.addView("Home") { _ in Screen("Made") }
    await application.addView("Page") { _ in
      await Task.yield()
      return Screen("Later")
    }
    let seen = Mutex<[String]>([])
    try await application.on("/note") { event in seen.withLock { $0.append("\(event.extra)") } }
    #expect(try await application.emit("/note", "hello") == 1)
    while seen.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(try await application.open(Location(parsing: "/")).screen?.view == "Made")
    #expect(try await application.open(#require(URL(string: "/page"))).screen?.view == "Later")
    #expect(await application.tree.screens.count == 2)
    try await application.put("/n", value: 5)
    #expect(try await application.get("/n", as: Int.self) == 5)
    let saved = await application.restorationState
    #expect(try await application.restore(from: saved).isEmpty)
  }

  @MainActor final class Model {
    var count = 0
  }

  @MainActor @Test func `on the main actor, handlers use main actor state`() async throws {
    let model = Model()
    // The main actor of the tests is busy.
    var configuration = RouterConfiguration()
    configuration.waitLimit = nil
    let application = try LinkRouter(options: RouterOptions(configuration)) {
      LinkRoute("/")
        .view { _ in
          model.count += 1
          return Screen("Home", ["count": .int(Int64(model.count))])
        }
        .animator(.root)
      LinkRoute("/later")
        .view { _ in
          await Task.yield()
          model.count += 1
          return Screen("Later")
        }
    }
    #expect(await application.open("/").screen?["count"] == 1)
    #expect(await application.open("/later").status == .opened)
    #expect(model.count == 2)
  }

  @Test func `problems of routes contain the line of the program`() throws {
    let line = #line
    do throws(RouteProblems) {
      _ = try LinkRouter {
        LinkRoute("/a/:").view("A")
        LinkRoute("/b", name: "b")
          .view("B")
          .children {
            LinkRoute("/c").view("C")
          }
      }
      Issue.record("made")
    } catch {
      #expect(
        error.problems.map(\.site) == [
          SourceSite(file: "MoonrouteTests/EverydayTests.swift", line: line + 3),
          SourceSite(file: "MoonrouteTests/EverydayTests.swift", line: line + 7),
        ]
      )
    }
  }

  @Test func `an error contains the thrown error`() async throws {
    let application = try LinkRouter {
      LinkRoute("/").view { _ in throw Lost(number: 4) }
    }
    let outcome = await application.open("/")
    #expect(outcome.error?.underlying as? Lost == Lost(number: 4))
    #expect(outcome.error?.code == .scriptError)
    #expect(outcome.asError == outcome.error)
  }

  @Test func `a successful outcome is not an error`() async throws {
    let application = try LinkRouter {
      LinkRoute("/").view("Home")
    }
    #expect(await application.open("/").asError == nil)
  }

  @Test func `a rewriter continues with another location, and a route can be added later`()
    async throws
  {
    let router = try LinkRouter {
      LinkRoute("/product/:id<int>", name: "product").view("Product")
    }
    try await router.addRewriter(for: "/old/**") { state in
      .rewrite(to: try Location(parsing: "/product/\(state.location.segments[1])"))
    }
    try await router.addRewriter(for: "/slow/**") { _ in
      await Task.yield()
      return .rewrite(to: "/product/8", query: ["from": "slow"])
    }
    #expect(await router.open("/old/7").location?.description == "/product/7")
    #expect(await router.open("/slow").location?.description == "/product/8?from=slow")
    #expect(!router.canOpen("/sale"))
    let registration = try await router.add(LinkRoute("/sale", name: "sale").view("Sale"))
    #expect(await router.go(to: "sale").status == .opened)
    let product = await router.go(to: "product", ["id": 7], query: ["a": "b"])
    #expect(product.location?.description == "/product/7?a=b")
    #expect(await router.go(to: "nothing").error?.code == .unknownName)
    registration.cancel()
    #expect(await router.open("/sale").status == .notFound)
  }

  @Test func `a resource can be a function that makes its value`() async throws {
    let router = try LinkRouter()
    try await router.put("/double/:n<int>") { state in 2 * (try state.int("n")) }
    try await router.put("/late/:n<int>", name: "late") { state in
      await Task.yield()
      return "late \(try state.int("n"))"
    }
    #expect(try await router.get("/double/4", as: Int.self) == 8)
    #expect(try await router.get("late", as: String.self, params: ["n": 5]) == "late 5")
  }

  @Test func `errors of handlers reach a callback`() async throws {
    let (stream, told) = AsyncStream.makeStream(of: String.self)
    let options = RouterOptions(clock: StillClock()) { error, occasion in
      told.yield("\(occasion): \(error.message), \(error.underlying as? Lost == Lost(number: 1))")
    }
    let application = try LinkRouter(options: options)
    try await application.on("/go") { _ in throw Lost(number: 1) }
    try await application.emit("/go")
    var iterator = stream.makeAsyncIterator()
    #expect(
      await iterator.next() == "the event '/go': '/go' failed: Lost(number: 1), true"
    )
  }

  private final class Host: StageHost {
    var viewNames: Set<String>? { ["Home", "Cart"] }
    func apply(_ change: StageChange) {}
    func update(_ screen: Screen) {}
  }

  @MainActor @Test func `a view that the user interface lacks is refused`() async throws {
    let router = Router()
    try router.add(
      LinkRoute("/").view("Hoem")
    )
    try router.add(
      LinkRoute("/cart").view("Cart")
    )
    let host = Host()
    router.show(on: host)
    let outcome = await router.open("/")
    #expect(outcome.error?.code == .noView)
    #expect(
      outcome.error?.message == "The user interface has no view 'Hoem'. Did you mean 'Home'?"
    )
    #expect(await router.open("/cart").status == .opened)
  }

  @MainActor @Test func `a released user interface is reported once`() async throws {
    let router = Router()
    try router.add(
      LinkRoute("/").view("Home")
    )
    var told: [String] = []
    router.onHandlerFailure = { error, occasion in told.append("\(occasion): \(error.message)") }
    router.show(on: Host())
    _ = await router.open("/")
    _ = await router.open("/")
    #expect(
      told == [
        "mirror: The StageHost that mirrored the stage was deallocated, so nothing is shown any"
          + " more: the router holds it weakly. Keep it as long as its user interface, or call"
          + " mirror(on: nil) first."
      ]
    )
  }
}
