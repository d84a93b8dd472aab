import Moonroute
import ScriptHost
import ScriptTesting
import TestSupport
import Testing

/// Each hostile script in each place of a spec: the test ends with an error, and the next one runs.
@Suite struct HostileSpecTests {
  /// A place in a spec that calls `attack`.
  enum Context: String, CaseIterable, Codable, Sendable {
    case test = "it('attack', function() attack() end)"
    case setUp = "describe('d', function() before_each(attack) it('attack', function() end) end)"
    case tearDown = "describe('d', function() after_each(attack) it('attack', function() end) end)"
    case matcher = """
      assert:register("assertion", "evil", function() attack() return true end)
      it('attack', function() assert.evil(1) end)
      """
    case double = """
      it('attack', function() local f = spy.new(function() attack() end) f() end)
      """

    var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  @Test(arguments: Context.allCases)
  func `a hostile script fails only its test`(context: Context) async {
    let progress = ChildProgress()
    let end = await #expect(processExitsWith: .success) {
      [context, progress = progress as ChildProgress] in
      let places = Context.allCases.count * TestScale.placeShare
      for script in HostileScript.share(context.number, of: places) {
        try progress.begin(script.name)
        try await HostileSpecTests.run(script, in: context)
      }
    }
    let last = progress.end()
    #expect(end != nil, "\(context): the process ended at '\(last)'")
  }

  private static func run(_ script: HostileScript, in context: Context) async throws {
    let body = script.isHardToRead ? "require 'hostile'" : script.source
    let run = try await SpecRun.of(
      """
      local take, refuse = host.take, host.refuse
      local function attack()
      \(body)
      end
      \(context.rawValue)
      it('goes on', function() assert.are.equal(2, 1 + 1) end)
      """,
      with: ["main.lua": "", "hostile.lua": script.isHardToRead ? script.source : ""]
    ) { runner in
      runner.timeLimit = .milliseconds(100)
      runner.memoryBytes = 32 << 20
      runner.offering = { offers in
        offers.function("take") { _ in .null }
        offers.function("refuse") { _ throws in throw RouterError(.denied, "no") }
      }
    }
    let failed = run.results.first(where: \.hasFailed)
    #expect(failed != nil && failed?.name != "goes on", "\(context), \(script.name): \(run.lines)")
    #expect(failed?.message?.isEmpty == false, "\(context), \(script.name)")
    #expect(run.lines.contains("success goes on"), "\(context), \(script.name): \(run.lines)")
  }
}
