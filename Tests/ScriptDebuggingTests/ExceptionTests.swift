import MessageStream
import Moonroute
import ScriptHost
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct ExceptionTests {
  private static let scripts = """
    local function fail(what)
      local detail = what .. "!"
      error("no " .. detail)
    end
    router.route { path = "/plain", action = function() fail("luck") end }
    router.route { path = "/caught", action = function()
      return pcall(fail, "chance") and "fine" or "caught"
    end }
    router.route { path = "/coroutine", action = function()
      local step = coroutine.wrap(function() fail("end") end)
      return step()
    end }
    router.route { path = "/waited", action = function()
      sleep(0.01)
      fail("time")
    end }
    router.route { path = "/nil", action = function() return 1 end }
    router.guard("/nil", function() end)
    """

  private func attached(
    _ filters: String...,
    body: (DebugClient, (String) -> Task<Outcome, Never>) async throws -> Void
  ) async throws {
    try await Debuggee.attached(to: ["main.lua": Self.scripts]) { client, host in
      try await client.ask("setExceptionBreakpoints", ("filters", .list(filters.map(JSON.text))))
      try await body(client) { link in Task { await host.router.open(link) } }
    }
  }

  @Test(arguments: [
    ("/plain", "luck!"), ("/coroutine", "end!"), ("/waited", "time!"),
  ])
  func `an uncaught error stops with all its frames`(
    link: String,
    detail: String
  ) async throws {
    try await attached("uncaught") { client, open in
      let outcome = open(link)
      let body = try await client.event("stopped")
      #expect(body["reason"].text == "exception")
      #expect(body["text"].text?.contains("no \(detail)") == true)
      let thread = body["threadId"].int ?? 0
      #expect(try await client.place(of: thread) == "main.lua:3")
      #expect(try await client.values("Locals", of: thread).contains("detail = \"\(detail)\""))
      let info = try await client.ask("exceptionInfo", ("threadId", .int(thread)))
      #expect(info["exceptionId"].text == "script_error")
      #expect(info["breakMode"].text == "unhandled")
      #expect(info["description"].text?.contains("no \(detail)") == true)
      try await client.go("continue", thread)
      #expect(await outcome.value.status == .failed)
      #expect(!client.hasEvent("stopped"))
    }
  }

  @Test func `a caught error stops only with the option for all errors`() async throws {
    try await attached("uncaught") { client, open in
      #expect(await open("/caught").value.isSuccess)
      #expect(!client.hasEvent("stopped"))
      try await client.ask("setExceptionBreakpoints", ("filters", .list([.text("raised")])))
      let outcome = open("/caught")
      let stop = try await client.stopped()
      #expect(stop.reason == "exception")
      #expect(stop.place == "main.lua:3")
      let info = try await client.ask("exceptionInfo", ("threadId", .int(stop.thread)))
      #expect(info["breakMode"].text == "always")
      try await client.go("continue", stop.thread)
      #expect(await outcome.value.isSuccess)
    }
  }

  @Test func `without a filter, nothing stops`() async throws {
    try await attached { client, open in
      #expect(await open("/plain").value.status == .failed)
      #expect(await open("/nowhere").value.status == .notFound)
      #expect(!client.hasEvent("stopped"))
    }
  }

  @Test func `a failed open stops if requested, with its steps`() async throws {
    try await attached("failed_open") { client, open in
      let outcome = open("/nil")
      let body = try await client.event("stopped")
      #expect(body["reason"].text == "exception")
      #expect(body["description"].text == "Stopped at an open that failed")
      let thread = body["threadId"].int ?? 0
      let threads = try await client.ask("threads")["threads"].items
      #expect(threads.contains { $0["name"].text == "open of /nil" })
      try await client.go("continue", thread)
      #expect(await outcome.value.status == .failed)
    }
  }
}
