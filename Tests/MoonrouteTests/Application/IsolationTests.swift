import Moonroute
import RoutePatterns
import TestSupport
import Testing

// Values of these types can be stored and sent anywhere.
private let card = Animator.sheet(cornerRadius: 12)
private let plainRoutes = [
  LinkRoute("/plain", name: "plain")
    .view("Plain")
    .guarded { _ in .proceed }
    .animator(card)
]
private let patient: OpenOptions = {
  var options = OpenOptions(extra: 1, animator: card)
  options.whenBusy = .wait
  return options
}()

/// Waits without a limit, because other tests also use the main actor.
private let unlimited: RouterConfiguration = {
  var configuration = RouterConfiguration()
  configuration.waitLimit = nil
  return configuration
}()

/// Handlers run on the actor where they were written, regardless of the application's executor.
@Suite struct IsolationTests {
  /// A part of a user interface, on the main actor.
  @MainActor private final class Model {
    var calls: [String] = []
    var isOpen = false

    func note(_ call: String) { calls.append(call) }

    /// Routes with functions written in place.
    @RouteBuilder var routes: [LinkRoute] {
      LinkRoute("/", name: "home")
        .view { _ in
          self.note("view")
          return Screen("Home")
        }
        .guarded { _ in
          self.note("redirect")
          return .proceed
        }
        .onExit { _ in
          self.note("exit")
          return self.isOpen ? .proceed : .stop()
        }
        .animator { _ in
          self.note("animator")
          return .root(wrap: .stack)
        }
      LinkRoute("/late")
        .view { _ in
          await Task.yield()
          self.note("late")
          return Screen("Late")
        }
        .animator(
          .custom { placing in
            self.note("place")
            placing.push()
            return nil
          }
        )
      LinkRoute("/sum").action { _ in .int(Int64(self.calls.count)) }
      LinkRoute("/again/:n")
        .view { _ in Screen("Again") }
        .animator(
          .refresh { page, state in
            self.note("refresh \(state.params["n"]?.text ?? "")")
            return page
          }
        )
      LinkRoute.group("/admin") {
        LinkRoute("users").view("Users")
      }
      .guarded { _ in self.isOpen ? .proceed : .stop("admin") }
      LinkRoute.shell("tabs", path: "/tabs") {
        LinkRoute("feed", name: "feed").view("Feed")
      }
      .guarded { _ in .go(to: self.isOpen ? "home" : "sum") }
      LinkRoute.shell("waiting tabs", path: "/waiting") {
        LinkRoute("feed", name: "waiting feed").view("Feed")
      }
      .guarded { _ in
        await Task.yield()
        return .stop("shell \(self.isOpen)")
      }
    }

    /// Opens that call all the functions.
    func openAll(in application: LinkRouter) async throws {
      try await application.addGuard(for: "home") { _ in
        self.note("guard")
        return .proceed
      }
      await application.addView("Users") { _ in
        self.note("named")
        return Screen("Users")
      }
      #expect(await application.open("/").status == .opened)
      #expect(await application.open("/late").status == .opened)
      #expect(calls == ["guard", "redirect", "animator", "view", "late", "place"])
      #expect(try await application.fetchValues("/sum") == [6])
      #expect(await application.open("/again/1").status == .opened)
      #expect(await application.open("/again/2").status == .opened)
      #expect(await application.open("/admin/users").reason == "admin")
      #expect(await application.open("/waiting/feed").reason == "shell false")
      calls = []
      isOpen = true
      #expect(await application.open("/admin/users").status == .opened)
      #expect(await application.open("/tabs/feed").name == "home")
      #expect(calls.contains("named") && calls.contains("view"))
    }
  }

  @Test(arguments: [true, false])
  @MainActor func `a handler of the main actor uses main actor state`(isOnMain: Bool) async throws {
    let model = Model()
    let application = try LinkRouter(
      isolation: isOnMain ? MainActor.shared : nil,
      options: RouterOptions(unlimited)
    ) { model.routes }
    try await model.openAll(in: application)
    #expect(await application.open("/", options: patient).status == .opened)
  }

  @Test @MainActor func `on its own executor, a handler is called synchronously`() async throws {
    let model = Model()
    let application = try LinkRouter { model.routes }
    try await application.addGuard(for: "home") { _ in
      model.note("guard")
      return .proceed
    }
    var others = 0
    Task { others += 1 }
    #expect(await application.open("/").status == .opened)
    #expect(try await application.fetchValues("/sum") == [4])
    #expect(others == 0)
  }

  @Test func `routes, options and animators are Sendable`() async throws {
    let application = try LinkRouter { plainRoutes }
    let statuses = await withTaskGroup(of: Outcome.Status.self) { group in
      for _ in 0..<4 { group.addTask { await application.open("/plain", options: patient).status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == [.opened, .opened, .opened, .opened])
  }

  @Test(arguments: [true, false])
  @MainActor func `messages arrive on the main actor, in order, until they are cancelled`(
    isOnMain: Bool
  ) async throws {
    let application = try LinkRouter(
      isolation: isOnMain ? MainActor.shared : nil,
      options: RouterOptions(unlimited)
    ) {
      LinkRoute("/").view("Home")
      LinkRoute("/form").view("Form")
    }
    _ = await application.open("/")
    var heard: [Value] = []
    var asked: [Value] = []
    var options = OpenOptions()
    options.on("typed") { value in asked.append(value) }
    let outcome = await application.open("/form", options: options)
    let handle = try #require(outcome.handle)
    let registration = handle.on("typed") { value in heard.append(value) }
    let screen = handle.screen
    for number in 1...50 {
      let count = await application.perform { application in
        application.router.send("typed", .int(Int64(number)), from: screen)
      }
      #expect(count == 2)
    }
    while asked.count < 50 || heard.count < 50 { await Task.yield() }
    #expect(heard == (1...50).map { .int($0) })
    #expect(asked == heard)
    registration.cancel()
    _ = await application.perform { $0.router.send("typed", "late", from: screen) }
    while asked.count < 51 { await Task.yield() }
    for _ in 0..<100 { await Task.yield() }
    #expect(heard.count == 50)
    #expect(asked.last == "late")
  }

  @Test @MainActor func `an error of a handler arrives on the main actor`() async throws {
    struct Lost: Error {}
    var failures: [String] = []
    let options = RouterOptions(onFailure: { _, occasion in failures.append(occasion) })
    let application = try LinkRouter(options: options) {
      LinkRoute("/").view("Home")
    }
    try await application.on("/cart") { _ in throw Lost() }
    _ = try await application.emit("/cart")
    while failures.isEmpty { await Task.yield() }
    #expect(failures == ["the event '/cart'"])
  }
}

/// Errors of routes made in Swift name the call.
@Suite struct SwiftSiteTests {
  private struct Lost: Error {}

  @Test func `an error at run time names the line of the route or guard`() async throws {
    let route = #line + 2
    let application = try LinkRouter {
      LinkRoute("/view").view { _ in throw Lost() }
      LinkRoute("/wait")
        .view("V")
        .guarded { _ async throws in throw Lost() }
      LinkRoute("/named", name: "named").view("V")
      LinkRoute.group("/group") {
        LinkRoute("a").view("A")
      }
      .guarded { _ in throw Lost() }
    }
    let attached = #line + 1
    try await application.addGuard(for: "named") { _ in .open("no location") }
    let sites = [
      ("/view", route), ("/wait", route + 3), ("/named", attached), ("/group/a", route + 8),
    ]
    for (location, line) in sites {
      let error = await application.open(location).error
      #expect(error?.site == SourceSite(file: #fileID, line: line), "\(location)")
    }
    #expect(
      await application.open("/view").error?.description
        == "MoonrouteTests/IsolationTests.swift:\(route): '/view' failed: Lost()"
    )
  }
}
