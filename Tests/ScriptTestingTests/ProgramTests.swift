import Foundation
import Moonroute
import ScriptHost
import ScriptTesting
import TestSupport
import Testing

@Suite struct ProgramTests {
  @Test func `a program runs the specs of its scripts and offers their functions`() async throws {
    let folder = try TextFolder([
      "main.lua":
        "router.route { name = 'v', path = '/v', action = function() return host.version() end }",
      "spec/v_spec.lua": "it('answers', function() assert.handled(router.open('/v'), '1.4') end)",
    ])
    let results = try await Specs.run(in: URL(filePath: folder("spec"))) {
      $0.function("version") { _ in .text("1.4") }
    }
    #expect(results.map(\.description) == ["answers"])
    #expect(results.map(\.report).allSatisfy { $0.contains("Success") })
  }

  @Test func `coverage counts the lines that ran`() async throws {
    let folder = try TextFolder([
      "main.lua": """
      local words = require("words")
      router.route { name = "a", path = "/a", action = function()
        return words.pick(1)
      end }
      """,
      "words.lua": """
      local M = {}
      function M.pick(n)
        if n > 1 then
          return "many"
        end
        return "one"
      end
      return M
      """,
      "spec/a_spec.lua": "it('a', function() assert.handled(router.open('/a'), 'one') end)",
    ])
    var runner = SpecRunner()
    let coverage = SpecCoverage()
    runner.coverage = coverage
    let summary = await runner.run([folder("spec/a_spec.lua")]) { _ in }
    #expect(summary.hasPassed)
    #expect(CoverageFormat.text.text(of: coverage).contains("never run      words.lua:4\n"))
    let trace = CoverageFormat.lcov.text(of: coverage)
    #expect(trace.contains("SF:\(folder("words.lua"))\n"))
    #expect(trace.contains("DA:3,1\nDA:4,0\nDA:6,1\n"))
    #expect(CoverageFormat.html.text(of: coverage).contains("class=\"missed\"><i>4 never</i>"))
  }

  @Test(arguments: [false, true])
  func `coverage omits the spec and replacement texts`(
    isUnsafe: Bool
  ) async throws {
    let folder = try TextFolder([
      "main.lua":
        "local words = require(\"words\")\nresources.put { path = '/n', value = words.n }",
      "words.lua": "local n = 1\nreturn { n = n }",
      "spec/a_spec.lua": """
      it('a', function()
        app.reset()
        assert.is_true(app.reload { ["words.lua"] = "local n = 2\\nif n then\\nn = 3\\nend\\nreturn { n = n }" })
      end)
      """,
    ])
    var runner = SpecRunner()
    let coverage = SpecCoverage()
    runner.coverage = coverage
    runner.isUnsafe = isUnsafe
    let summary = await runner.run([folder("spec/a_spec.lua")]) { _ in }
    #expect(summary.hasPassed)
    let trace = CoverageFormat.lcov.text(of: coverage)
    #expect(!trace.contains("a_spec.lua"))
    #expect(trace.contains("DA:1,3\nDA:2,3\n"), "main.lua ran three times: \(trace)")
    if !isUnsafe { #expect(trace.contains("DA:1,2\nDA:2,2\nLF:2\n"), "\(trace)") }
  }

  @Test func `all of Lua's libraries are available on request`() async throws {
    let spec = """
      it("has them", function()
        assert.is_function(io.open)
        assert.is_function(debug.getinfo)
        assert.are.equal(3, load("return 1 + 2")())
        assert.is_function(package.searchpath)
        assert.has_error(function() os.exit(0) end)
      end)
      """
    #expect(try await SpecRun.of(spec) { $0.isUnsafe = true }.lines == ["success has them"])
    #expect(try await SpecRun.of(spec).lines == ["error has them"])
  }

  @Test func `a changed module makes only its specs run again`() async throws {
    let folder = try TextFolder([
      "main.lua": "", "one.lua": "return 1", "two.lua": "return 2",
      "spec/a_spec.lua": "it('a', function() require('one') end)",
      "spec/b_spec.lua": "it('b', function() require('two') end)",
    ])
    let specs = [folder("spec/a_spec.lua"), folder("spec/b_spec.lua")]
    var runner = SpecRunner()
    let dependencies = SpecDependencies()
    runner.dependencies = dependencies
    #expect(dependencies.specs(affectedBy: [], among: specs) == specs)
    _ = await runner.run(specs) { _ in }
    #expect(dependencies.specs(affectedBy: [], among: specs) == [])
    #expect(dependencies.specs(affectedBy: [folder("two.lua")], among: specs) == [specs[1]])
    #expect(dependencies.specs(affectedBy: [folder("main.lua")], among: specs) == specs)
    #expect(dependencies.specs(affectedBy: [specs[0]], among: specs) == [specs[0]])
  }

  @Test func `a folder without specs is an error`() async throws {
    let folder = try TextFolder(["a.lua": ""])
    await #expect(throws: SpecProblem.noFiles([folder.path], patterns: ["_spec"])) {
      try await Specs.run(in: URL(filePath: folder.path))
    }
  }

  @Test func `no name and no line of a script becomes part of the page`() async throws {
    let hostile = "<script>alert('1')</script>"
    let folder = try TextFolder([
      "<b>/main.lua": """
      router.route { name = "<script>", path = "/a&b", view = "Home" }
      if false then print("\(hostile)") end -- \(hostile)
      """,
      "<b>/spec/a_spec.lua": "it('a', function() end)",
    ])
    var runner = SpecRunner()
    let coverage = SpecCoverage()
    runner.coverage = coverage
    let summary = await runner.run([folder("<b>/spec/a_spec.lua")]) { _ in }
    #expect(summary.successes == 1)
    let page = CoverageFormat.html.text(of: coverage)
    #expect(page.contains("<td>&lt;script&gt;</td>") && page.contains("&lt;script&gt;alert("))
    #expect(page.contains("/&lt;b&gt;</h2>"))
    #expect(!page.contains("<script") && !page.contains("<b>"))
  }

  @Test func `coverage shows the routes that were never reached`() async throws {
    let folder = try TextFolder([
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
    #expect(text.contains("lines      3 of 3 (100 %)"))
    #expect(text.contains("routes     2 of 3 (66 %)"))
    #expect(text.contains("decisions  0 of 1 (0 %)"))
    #expect(text.contains("never reached  b  /b  main.lua:2"))
    let trace = CoverageFormat.lcov.text(of: coverage)
    #expect(trace.contains("FNDA:1,a\nFNDA:0,b\nFNDA:1,c\nFNF:3\nFNH:2\n"))
    #expect(CoverageFormat.html.text(of: coverage).contains("2 of 3 routes reached"))
  }
}
