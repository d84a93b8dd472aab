import Moonroute
import TestSupport
import Testing

@Suite struct LinkRouterTests {
  @MainActor
  @Test func `an application can be created on the main actor`() async throws {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock())) {
      LinkRoute("/", name: "home")
        .view("Home")
        .animator(.root)
    }
    #expect(await application.open("/").status == .opened)
  }

  @MainActor
  @Test func `an application on the main actor runs its handlers there`() async throws {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock())) {
      LinkRoute("/")
        .view { _ in
          MainActor.preconditionIsolated()
          return Screen("Home")
        }
      LinkRoute("/waits")
        .view { _ in
          await Task.yield()
          MainActor.preconditionIsolated()
          return Screen("Later")
        }
    }
    #expect(await application.open("/").status == .opened)
    #expect(await application.open("/waits").status == .opened)
  }

  @Test func `code of the program throws typed errors through perform`() async throws {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock()))
    do throws(RouterError) {
      try await application.perform { _ throws(RouterError) in
        throw RouterError(.denied, "Not now.")
      }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.message == "Not now.")
    }
  }
}
