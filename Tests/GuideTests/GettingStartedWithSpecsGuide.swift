import Foundation
import Moonroute
import ScriptTesting
import Testing

/// The code of `GettingStartedWithSpecs.md`, which a test compares with it.
struct GettingStartedWithSpecsGuide {
  @Test(arguments: try await Specs.run(in: SpecsOfTheRules.folder))
  func `every spec of the rules holds`(result: SpecResult) {
    #expect(!result.hasFailed, "\(result.report)")
  }

  @Test func `specs can use the program's offers`() async throws {
    let spec = """
      it("asks the program", function()
        assert.equal(100, host.price("cap"))
        stub(host, "price").returns(90)
        assert.equal(90, host.price("cap"))
      end)
      """
    let rules = try GuideFolder(["main.lua": "", "spec/price_spec.lua": spec])
    defer { rules.remove() }
    let folder = URL(filePath: rules.path)
    let results = try await Specs.run(in: folder) { offers in
      offers.function("price") { _ in 100 }
    }
    #expect(results.map(\.status) == [.passed])
  }

  @Test func `tags select tests`() async throws {
    let spec = "it('is #quick', function() end)\nit('is slow', function() error('no') end)"
    let rules = try GuideFolder(["main.lua": "", "spec/tags_spec.lua": spec])
    defer { rules.remove() }
    let folder = URL(filePath: rules.path)
    var selection = SpecSelection()
    selection.tags = ["quick"]
    selection.order.shuffles = true
    let results = try await Specs.run(in: folder, selection: selection)
    #expect(results.map(\.name) == ["is #quick"])
  }

  @Test func `a runner reports events`() async throws {
    let folder = SpecsOfTheRules.folder
    let coverage = SpecCoverage()
    let lines = GuideLines()
    var runner = SpecRunner()
    runner.timeLimit = .seconds(2)
    runner.coverage = coverage
    let summary = await runner.run(try SpecFinder().files(in: [folder.path])) { event in
      if case .ended(let result) = event { lines.add("\(result.status.rawValue): \(result.name)") }
    }
    #expect(summary.hasPassed && summary.testCount == 1)
    #expect(lines.all == ["success: greets by name"])
    #expect(!CoverageFormat.text.text(of: coverage).isEmpty)
  }
}

/// The rules that the guide's specs test.
private enum SpecsOfTheRules {
  private static let spec = """
    before_each(app.reset)

    it("greets by name", function()
      assert.handled(router.open("/greet/Ada"), "Hello, Ada!")
    end)
    """

  /// The folder with the rules, which exists as long as the test run.
  static let folder: URL = {
    let main = """
      router.route { path = "/greet/:name", action = function(state)
        return "Hello, " .. state.params.name .. "!"
      end }
      """
    let files = ["main.lua": main, "spec/greet_spec.lua": spec]
    return URL(filePath: (try? GuideFolder(files).path) ?? "no folder")
  }()
}
