import Foundation
import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// An application with a mistake of nearly every rule, each told behind its line.
@Suite struct PlantedMistakesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Planted").path

  /// The texts of an application, those of its specs apart.
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

  /// The findings of a line, as its comment tells them: `--> [rule] column: message`.
  private static func told(_ texts: [String: String]) -> [String] {
    texts.flatMap { path, text in
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .flatMap { number, line in
          line.components(separatedBy: " --> ").dropFirst().map { "\(path):\(number + 1) \($0)" }
        }
    }
    .sorted()
  }

  @Test func `each planted mistake is found, with these words, and nothing else`() async throws {
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

  @Test func `nearly every rule has a planted mistake`() throws {
    let (files, specs) = try Self.texts("wrong")
    let told = Self.told(files.merging(specs) { first, _ in first }).joined(separator: "\n")
    let missing = (CheckRule.routes + CheckRule.lua).map(\.id).filter { !told.contains("[\($0)]") }
    #expect(missing == [])
  }

  @Test func `the application without the mistakes is clean`() async throws {
    let (files, specs) = try Self.texts("right")
    let found = try await findings(files, specs: specs)
    #expect(found.map { "\($0.label) \($0.problem.message)" } == [])
  }
}
