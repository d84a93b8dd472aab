import ScriptTesting
import TestSupport
import Testing

@testable import RuleProof

/// The influence of the tests of a file on each other, and the choice of tests for a change.
@Suite struct LonelyTestsTests {
  private static let twoGuards = """
    router.route { name = "b", path = "/b", view = "B", redirect = function(state)
      if state.query.key then
        return false
      end
      return true
    end }
    router.route { name = "c", path = "/c", view = "C" }
    """

  @Test func `only the tests that run a changed line are tried first`() async throws {
    let spec = """
      before_each(app.reset)
      it("opens another", function() assert.opened(router.open("/c")) end)
      it("is stopped", function() assert.intercepted(router.open("/b?key=1")) end)
      it("opens", function() assert.opened(router.open("/b")) end)
      """
    let folder = try TextFolder(["main.lua": Self.twoGuards, "spec/a_spec.lua": spec])
    let runner = SpecRunner()
    let file = folder("spec/a_spec.lua")
    let footprints = SpecFootprints()
    var counting = runner
    counting.tools.footprints = footprints
    _ = await counting.run([file]) { _ in }
    let known = footprints.files
    let tests = LonelyTests(runner)
    #expect(await tests.independentFiles(among: [file], known, 1) == [file])
    let report = try await MutationRun(runner).report(on: [file])
    #expect(
      report.results.map(\.spec?.name) == ["is stopped", "is stopped", "opens"]
    )
    #expect(report.isGreen)
  }

  @Test func `tests that influence each other are found by the opposite order`() async throws {
    let folder = try TextFolder([
      "main.lua": Self.twoGuards,
      "spec/a_spec.lua": """
      local count = 0
      it("opens first", function() count = count + 1 assert.opened(router.open("/c")) end)
      it("opens second", function() if count > 0 then router.open("/b") end end)
      """,
      "spec/b_spec.lua": """
      it("opens first", function() router.open("/c") end)
      it("opens second", function() router.open("/b") end)
      """,
    ])
    let files = [folder("spec/a_spec.lua"), folder("spec/b_spec.lua")]
    let footprints = SpecFootprints()
    var runner = SpecRunner()
    runner.tools.footprints = footprints
    _ = await runner.run(files) { _ in }
    let tests = LonelyTests(SpecRunner())
    #expect(await tests.independentFiles(among: Set(files), footprints.files, 2) == [files[1]])
  }
}
