import Moonroute
import ScriptHost
import TestSupport
import Testing

/// Questions when no user sees the stage.
@Suite struct UnansweredTests {
  private static let main = """
    router.route { path = "/", view = "Home", animator = "root" }
    router.route { name = "sure", path = "/sure", view = "Sure", animator = "present" }
    router.route { path = "/ask", action = function()
      return router.ask("sure")
    end }
    router.route { path = "/result", action = function()
      return router.open("sure").handle:result()
    end }
    router.route { path = "/timer", action = function()
      after(3, function() router.close("yes") end)
      return router.ask("sure")
    end }
    router.route { path = "/task", action = function()
      spawn(function() sleep(3) router.close("yes") end)
      return router.ask("sure")
    end }
    router.route { path = "/never", action = function()
      every(1, function() end)
      return router.ask("sure")
    end }
    router.route { path = "/caught", action = function()
      local fine, problem = pcall(router.ask, "sure")
      return tostring(fine) .. " " .. problem.code
    end }
    """

  private static let nobody =
    "'/sure' gets no result: no person sees it here, and no script closes it. Close it from a timer"
    + " or an event, or try it in a spec."

  @Test(arguments: [
    ScriptCase(
      "no task can answer",
      "/ask",
      "failed timeout: main.lua:4: \(nobody)"
    ),
    ScriptCase("the result of a handle", "/result", "failed timeout: main.lua:7: \(nobody)"),
    ScriptCase("a timer answers", "/timer", "handled yes, closed"),
    ScriptCase("a task answers", "/task", "handled yes, closed"),
    ScriptCase(
      "a timer that never answers the question",
      "/never",
      "failed timeout: main.lua:19: \(nobody)"
    ),
    ScriptCase("the script catches it", "/caught", "handled false timeout"),
  ])
  func `a question that no one will answer is an error at its line`(row: ScriptCase) async throws {
    // Without a wait limit that the clock could skip to before the script's own sleeps begin.
    let application = try LinkRouter.patient(clock: SkippingClock(limit: .seconds(60)))
    let host = try ScriptHost(.texts(["main.lua": Self.main]), in: application)
    try await host.load()
    await application.perform { $0.router.hooks.isUnattended = true }
    _ = await application.open("/")
    let got = await application.open(row.script).summary
    #expect(got == row.expected)
  }
}
