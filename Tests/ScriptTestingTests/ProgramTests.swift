import Moonroute
import ScriptHost
import ScriptTesting
import Testing

@Suite struct ProgramTests {
  @Test func `a program runs the specs of its scripts and offers what they need`() async throws {
    let folder = try SpecFolder([
      "main.lua":
        "router.route { name = 'v', path = '/v', action = function() return host.version() end }",
      "spec/v_spec.lua": "it('answers', function() assert.handled(router.open('/v'), '1.4') end)",
    ])
    let results = try await ScriptTesting.run(folder: folder("spec")) {
      $0.function("version") { _ in .text("1.4") }
    }
    #expect(results.map(\.description) == ["answers"])
    #expect(results.map(\.report).allSatisfy { $0.contains("Success") })
  }

  @Test func `a folder without specs is an error`() async throws {
    let folder = try SpecFolder(["a.lua": ""])
    await #expect(throws: SpecProblem.noFiles([folder.path], patterns: ["_spec"])) {
      try await ScriptTesting.run(folder: folder.path)
    }
  }

  @Test func `coverage tells which routes were never reached`() async throws {
    let folder = try SpecFolder([
      "main.lua": """
      router.route { name = "a", path = "/a", view = "A", animator = "root" }
      router.route { name = "b", path = "/b", view = "B", redirect = function() return false end }
      router.route { name = "c", path = "/c", action = function() end }
      """,
      "spec/a_spec.lua": "it('a', function() router.open('/a') router.fetch('/c') end)",
    ])
    var runner = SpecRunner()
    let coverage = SpecCoverage()
    runner.coverage = coverage
    _ = await runner.run([folder("spec/a_spec.lua")]) { _ in }
    let text = CoverageFormat.text.text(of: coverage)
    #expect(text.contains("routes     2 of 3 (66 %)"))
    #expect(text.contains("decisions  0 of 1 (0 %)"))
    #expect(text.contains("never reached  b  /b  main.lua:2"))
    let trace = CoverageFormat.lcov.text(of: coverage)
    #expect(trace.contains("FNDA:1,a\nFNDA:0,b\nFNDA:1,c\nFNF:3\nFNH:2\n"))
    #expect(CoverageFormat.html.text(of: coverage).contains("2 of 3 routes reached"))
  }
}
