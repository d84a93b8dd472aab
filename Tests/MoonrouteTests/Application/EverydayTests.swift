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
    let application = try Application {
      Route(
        "/",
        name: "home",
        tags: ["main"],
        priority: 2,
        meta: Table(fields: ["n": 1]),
        view: "Home"
      )
      Route("/login/:way", name: "login", view: "Login")
      Route(
        "/orders",
        name: "orders",
        view: "Orders",
        redirect: { state in
          await Task.yield()
          return session.isOpen.withLock { $0 }
            ? .proceed
            : .go(to: "login", params: ["way": "mail"], query: ["back": state.location.description])
        }
      )
      Route.group("/admin", redirect: { _ in .go(to: "home") }) {
        Route("users", name: "users", view: "Users")
      }
      Route.group(
        "/late",
        redirect: { _ in
          await Task.yield()
          return .stop(reason: "late")
        }
      ) { Route("users", view: "Users") }
      Route("/scheme", scheme: "shop", host: nil, view: "Shop")
      Route("/wrong", view: "X", redirect: { _ in .go(to: "hom") })
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
    let application = try Application { Route("/a", name: "a", view: "A") }
    try await application.addGuard("a") { _ in .stop(reason: "no") }
    #expect(await application.open("/a").reason == "no")
    try await application.perform { application in
      try application.router.addGuard("/a/**") { state in
        await Task.yield()
        return .proceed
      }
      try application.router.addProxy("/b") { _ in .go(to: "a") }
    }
    #expect(await application.open("/b").reason == "no")
  }

  @Test func `animators with options work wherever an animator is expected`() async throws {
    let application = try Application {
      Route("/", view: "Home", animator: .root(wrap: .stack))
      Route("/bar", view: "Bar", animator: .push(hidesBottomBar: true))
      Route("/sheet", view: "Sheet", animator: .sheet(position: .bottom))
      Route("/custom", view: "Custom", animator: .custom { _ in .push })
      Route("/replace", view: "Replace", animator: .replace)
    }
    for (location, animator) in [
      ("/", "root"), ("/bar", "push"), ("/custom", "push"), ("/replace", "replace"),
      ("/sheet", "sheet"),
    ] { #expect(await application.open(location).animator == animator) }
  }

  @Test func `all everyday features work from another module`() async throws {
    let application = try Application {
      Route("/", name: "home", view: "Home", animator: .root)
      Route("/page", view: "Page")
    }
    await application.register(view: "Home") { _ in Screen("Made") }
    await application.register(view: "Page") { _ in
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
    let saved = await application.saved
    #expect(try await application.restore(saved).isEmpty)
  }

  @MainActor final class Model {
    var count = 0
  }

  @MainActor @Test func `on the main actor, handlers use main actor state`() async throws {
    let model = Model()
    // The main actor of the tests is busy.
    var configuration = RouterConfiguration()
    configuration.waitLimit = nil
    let application = try Application(configuration: configuration) {
      Route(
        "/",
        view: { _ in
          model.count += 1
          return Screen("Home", ["count": .integer(Int64(model.count))])
        },
        animator: .root
      )
      Route(
        "/later",
        view: { _ in
          await Task.yield()
          model.count += 1
          return Screen("Later")
        }
      )
    }
    #expect(await application.open("/").screen?["count"] == 1)
    #expect(await application.open("/later").status == .opened)
    #expect(model.count == 2)
  }

  @Test func `problems of routes contain the line of the program`() throws {
    let line = #line
    do {
      _ = try Application {
        Route("/a/:", view: "A")
        Route("/b", name: "b", view: "B") {
          Route("/c", view: "C")
        }
      }
      Issue.record("made")
    } catch let problems as RouteProblems {
      #expect(
        problems.all.map(\.site) == [
          SourceSite(file: "MoonrouteTests/EverydayTests.swift", line: line + 3),
          SourceSite(file: "MoonrouteTests/EverydayTests.swift", line: line + 5),
        ]
      )
    }
  }

  @Test func `an error contains the thrown error`() async throws {
    let application = try Application {
      Route("/", view: { _ in throw Lost(number: 4) })
    }
    let outcome = await application.open("/")
    #expect(outcome.error?.underlying as? Lost == Lost(number: 4))
    #expect(outcome.error?.code == .scriptError)
    #expect(outcome.asError == outcome.error)
  }

  @Test func `a successful outcome is not an error`() async throws {
    let application = try Application { Route("/", view: "Home") }
    #expect(await application.open("/").asError == nil)
  }

  @Test func `errors of handlers reach a callback`() async throws {
    let application = try Application(clock: StillClock())
    let (stream, told) = AsyncStream.makeStream(of: String.self)
    await application.onHandlerFailure { error, occasion in
      told.yield("\(occasion): \(error.message), \(error.underlying as? Lost == Lost(number: 1))")
    }
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
    try router.add(Route("/", view: "Hoem"))
    try router.add(Route("/cart", view: "Cart"))
    let host = Host()
    router.mirror(on: host)
    let outcome = await router.open("/")
    #expect(outcome.error?.code == .noView)
    #expect(
      outcome.error?.message == "The user interface has no view 'Hoem'. Did you mean 'Home'?"
    )
    #expect(await router.open("/cart").status == .opened)
  }

  @MainActor @Test func `a released user interface is reported once`() async throws {
    let router = Router()
    try router.add(Route("/", view: "Home"))
    var told: [String] = []
    router.onHandlerFailure = { error, occasion in told.append("\(occasion): \(error.message)") }
    router.mirror(on: Host())
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
