import Foundation
import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// An application with a mistake for nearly every rule, each described in a comment on its line.
@Suite struct PlantedMistakesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Planted").path

  /// The texts of an application, without its specs.
  private static func texts(
    _ name: String
  ) throws -> (files: [String: String], specs: [String: String]) {
    var files: [String: String] = [:]
    var specs: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/\(name)")
    where path.hasSuffix(".lua") {
      let text = try String(contentsOfFile: "\(folder)/\(name)/\(path)", encoding: .utf8)
      if path.hasPrefix("spec/") { specs[path] = text } else { files[path] = text }
    }
    return (files, specs)
  }

  /// The findings of a line in the form of its comment: `--> [rule] column: message`.
  private static func told(_ texts: [String: String]) -> [String] {
    texts.flatMap { path, text in
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .flatMap { number, line in
          line.components(separatedBy: " --> ").dropFirst().map { "\(path):\(number + 1) \($0)" }
        }
    }
    .sorted()
  }

  @Test func `each planted error is found with these words, and nothing else`() async throws {
    let (files, specs) = try Self.texts("wrong")
    let found = try await findings(files, specs: specs)
      .map { finding in
        let problem = finding.problem
        let place = "\(problem.site.map { "\($0)" } ?? "?")"
        return "\(place) [\(problem.code.rawValue)] \(problem.column ?? 0): \(problem.message)"
      }
      .sorted()
    let told = Self.told(files.merging(specs) { first, _ in first })
    #expect(found.filter { !told.contains($0) } == [], "found, and not told")
    #expect(told.filter { !found.contains($0) } == [], "told, and not found")
    #expect(told.count > 60)
  }

  @Test func `nearly every rule has a planted error`() throws {
    let (files, specs) = try Self.texts("wrong")
    let told = Self.told(files.merging(specs) { first, _ in first }).joined(separator: "\n")
    let missing = (CheckRule.routes + CheckRule.lua).map(\.id).filter { !told.contains("[\($0)]") }
    // Other rules are silent in an application that mounts routes later.
    #expect(missing == ["late_mount"])
  }

  @Test(arguments: [
    "router.open()", "router.to()", "router.guard('home')", "router.on_error(1)",
    "router.select({})",
    "router.type('x')", "events.emit()", "resources.get()", "resources.put(1)", "json.decode({})",
    "screen()", "string.rep('x')", "string.format('%d')", "('%d'):format()", "math.floor({})",
    "table.concat(1)", "string.find('x')", "animator.push { position = 'top' }",
    "router.open('/', { animatr = 'push' })", "router.open('/', { animator = 'psh' })",
    "resources.get('price', 'string')", "resources.get('prize')", "router.to('hme')",
    "router.to('product')", "router.to('product', { id = 'x' })", "router.to('home', { a = 1 })",
    "events.emit('seek')", "events.declare { nam = 'a', path = '/a' }",
  ])
  func `an error that also occurs at run time has the same words`(call: String) async throws {
    let main = """
      router.route { name = "home", path = "/", view = "Home" }
      router.route { name = "product", path = "/product/:id<int>", view = "Product" }
      resources.put { name = "price", path = "/price", value = 1 }
      function _G.later() return \(call) end
      """
    let found = try await findings(["main.lua": main])
    let message = try #require(
      found.first { $0.problem.site?.line == 4 && $0.problem.severity != .note }?.problem.message
    )
    let host = try ScriptHost(
      .texts(["main.lua": main]),
      options: ScriptOptions(runsHeadless: true, loadsParts: true)
    )
    try await host.load()
    let error = await #expect(throws: ScriptProblems.self) { try await host.evaluate(call) }
    #expect(error?.problems.first?.message == message)
  }

  @Test func `the application without planted errors has no findings`() async throws {
    let (files, specs) = try Self.texts("right")
    let found = try await findings(files, specs: specs)
    #expect(found.map { "\($0.label) \($0.problem.message)" } == [])
  }
}
