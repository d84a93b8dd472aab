import ScriptHost
import ScriptTesting
import Testing

/// The smoke specs of a bundle, as a host runs them before it switches.
@Suite struct BundleSpecsTests {
  private static func run(
    _ spec: String,
    main: String = "router.route { name = \"home\", path = \"/\", view = \"Home\" }"
  ) async throws -> BundleSpecs.Result {
    let bundle = try ScriptBundle(
      app: "shop",
      version: 1,
      needs: .init(),
      files: ["main.lua": Array(main.utf8), "spec/smoke/a_spec.lua": Array(spec.utf8)]
    )
    var specs = BundleSpecs(of: bundle)
    (specs.memoryBytes, specs.timeLimit) = (16 << 20, .milliseconds(500))
    return try await specs.run(in: ScriptBundle.specFolders[0])
  }

  @Test func `specs that pass have no failures`() async throws {
    let result = try await Self.run(
      "it('opens', function() assert.opened(router.open('/'), 'home') end)"
    )
    #expect(result.failures.isEmpty)
    #expect(result.summary.successes == 1)
  }

  @Test(arguments: [
    (
      "it('opens', function() assert.opened(router.open('/x'), 'home') end)",
      "spec/smoke/a_spec.lua:1: 'opens':"
    ),
    ("it('loops', function() while true do end end)", "spec/smoke/a_spec.lua:1"),
    (
      "it('grows', function() local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end end)",
      "spec/smoke/a_spec.lua:1"
    ),
    ("it('calls', function() host.nothing() end)", "spec/smoke/a_spec.lua:1"),
    ("it(", "spec/smoke/a_spec.lua:1"),
    ("local x = 1", "no file has a test that runs."),
  ])
  func `a spec that fails, loops, grows or calls what is missing is a failure with its place`(
    spec: String,
    place: String
  ) async throws {
    let result = try await Self.run(spec)
    #expect(result.failures.first?.contains(place) == true, "\(result.failures)")
  }

  @Test func `specs see the files of the bundle alone`() async throws {
    let result = try await Self.run("local helper = require('spec.helper')")
    #expect(result.failures.first?.contains("spec.helper") == true, "\(result.failures)")
    #expect(result.failures.first?.contains("moonroute-bundle-") == false)
  }

  @Test func `a bundle without specs passes`() async throws {
    let bundle = try ScriptBundle(app: "a", version: 1, needs: .init(), files: ["main.lua": []])
    let result = try await BundleSpecs(of: bundle).run(in: ScriptBundle.specFolders[0])
    #expect(result.failures.isEmpty)
  }
}
