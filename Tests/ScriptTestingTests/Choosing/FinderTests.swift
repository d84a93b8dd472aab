import ScriptTesting
import TestSupport
import Testing

/// Finding spec files and their applications, with any folder names.
@Suite struct FinderTests {
  /// A combining accent, which forms one character with the slash before it.
  private static let mark = "\u{301}"

  @Test(arguments: ["plain", "\(mark)app", "a/\(mark)b/\(mark)", "e\(mark)", "\u{E9}"])
  func `specs in a folder are found and run, whatever its name starts with`(
    name: String
  )
    async throws
  {
    let folder = try TextFolder([
      "\(name)/main.lua": "router.route { path = '/a', action = require('\(Self.mark)lib.sum') }",
      "\(name)/\(Self.mark)lib/sum.lua": "return function() return 42 end",
      "\(name)/spec/\(Self.mark)a_spec.lua":
        "it('sums', function() assert.handled(router.open('/a'), 42) end)",
    ])
    let files = try SpecFinder().files(in: [folder(name)])
    #expect(
      files.map { Array($0.utf8) } == [Array(folder("\(name)/spec/\(Self.mark)a_spec.lua").utf8)]
    )
    let application = SpecFinder.application(above: try #require(files.first))
    #expect(application.map { Array($0.utf8) } == Array(folder(name).utf8))
    let run = await SpecRun.of(files) { $0.loadsApplications = true }
    #expect(run.lines == ["success sums"], "\(run.message ?? "")")
  }

  @Test func `a file with tests and another name is found, a helper is not`() throws {
    let test = "describe('a', function() it('b', print) end)"
    let folder = try TextFolder([
      "main.lua": "",
      "spec/a_spec.lua": test,
      "spec/b.lua": test,
      "spec/more/c_test.lua": "local x = 1\nit('is a test', function() end)",
      "spec/left_out.lua": test,
      "spec/helper.lua": "return function(name) describe(name, function() end) end",
      "spec/words.lua": "it = describe context('x') print('it', function() end)",
      "spec/broken.lua": "it(",
      "spec/note.txt": test,
    ])
    var finder = SpecFinder()
    finder.excludedPatterns = ["left_out"]
    #expect(
      finder.misnamed(in: [folder("spec")]) == [
        folder("spec/b.lua"), folder("spec/more/c_test.lua"),
      ]
    )
    finder.isRecursive = false
    #expect(finder.misnamed(in: [folder("spec")]) == [folder("spec/b.lua")])
    finder.patterns = ["b", "_spec"]
    #expect(finder.misnamed(in: [folder("spec")]).isEmpty)
    #expect(finder.misnamed(in: [folder("spec/b.lua")]).isEmpty)
  }
}
