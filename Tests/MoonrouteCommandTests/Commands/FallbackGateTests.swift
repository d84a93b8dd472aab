#if Command
import Foundation
import Testing

/// A fallback page in place of a page with a script error does not hide the error from gates.
struct FallbackGateTests {
  private static let main = """
    router.route { name = "find", path = "/find", query = { page = "int?" }, view = "Find" }
    router.route { name = "help", path = "/help", view = function()
      return screen { "Help", title = "Help: " .. nil }
    end }
    router.route { path = "/old/:id<int>", redirect = function() error("gone") end }
    router.unmatched(function() return screen { "Missing" } end)
    router.on_error(function(outcome)
      if outcome.status == "failed" then return screen { "Oops" } end
    end)
    """

  private static let spec = """
    it("opens the help", function() assert.opened(router.open("/help"), "help") end)
    """

  private func run(_ arguments: [String], input: String = "") async throws -> CommandRun {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(at: scratch["spec"], withIntermediateDirectories: true)
    try Self.main.write(to: scratch["main.lua"], atomically: true, encoding: .utf8)
    try Self.spec.write(to: scratch["spec/a_spec.lua"], atomically: true, encoding: .utf8)
    return try await .moonroute(arguments, input: input.utf8, in: scratch.folder)
  }

  /// Links, and the exit status of a gate for each.
  private static let links: [(link: String, status: Int32)] = [
    ("/help", 1), ("/old/7", 1), ("/find?page=two", 0), ("/find", 0),
  ]

  @Test(arguments: links)
  func `run ends with 1 after a script breaks a link, unless an option allows it`(
    _ link: String,
    _ status: Int32
  ) async throws {
    #expect(try await run(["run", ".", "-"], input: link + "\n").status == status)
    #expect(try await run(["run", ".", link]).status == status)
    #expect(try await run(["run", ".", link, "--allow-fallback"]).status == 0)
  }

  @Test(arguments: links)
  func `audit ends with 1 after a script breaks a link, unless an option allows it`(
    _ link: String,
    _ status: Int32
  ) async throws {
    #expect(try await run(["audit", ".", "-"], input: link + "\n").status == status)
    let allowed = try await run(["audit", ".", "-", "--allow-fallback"], input: link + "\n")
    #expect(allowed.status == 0)
    #expect(!allowed.output.contains("Dead links"))
  }

  @Test func `audit lists a link that a script broke, with the line`() async throws {
    let run = try await run(["audit", ".", "-"], input: "/help\n")
    #expect(
      run.output.hasSuffix(
        """
        Dead links

          1  /help
             fell back: main.lua:3: attempt to concatenate a nil value

        """
      ),
      "\(run.output)"
    )
  }

  @Test func `run shows the line behind an error page`() async throws {
    let run = try await run(["run", ".", "/help"])
    #expect(run.output.contains("main.lua:3\n"), "\(run.output)")
    #expect(run.output.contains("3 |   return screen { \"Help\", title"), "\(run.output)")
  }

  @Test func `a spec's report shows file, line and frame behind an error page`() async throws {
    let run = try await run(["test", "."])
    #expect(run.status == 1)
    #expect(run.output.contains("main.lua:3\n"), "\(run.output)")
    #expect(run.output.contains("3 |   return screen { \"Help\", title"), "\(run.output)")
  }
}
#endif
