#if Command
import Foundation
import Testing

/// The example workflow passes on a correct application, and fails on one with mistakes.
struct WorkflowTests {
  /// The workflow's lines that run the command, in order.
  private static func commands() throws -> [String] {
    try String(
      contentsOf: Place.root.appendingPathComponent("examples/ci/moonroute.yml"),
      encoding: .utf8
    )
    .split(separator: "\n")
    .compactMap { $0.firstMatch(of: /^ *run: (moonroute .*)$/).map { String($0.1) } }
  }

  /// The exit statuses of the lines in a copy of `examples/tabs`, after a change by a shell
  /// command.
  private func statuses(_ change: String) async throws -> [String: Int32] {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let example = Place.root.appendingPathComponent("examples/tabs").path
    _ = try await CommandRun.shell(
      "cp -R '\(example)/.' .; echo /listen > links.txt; \(change)",
      in: scratch.folder
    )
    var statuses: [String: Int32] = [:]
    for line in try Self.commands() {
      let run = try await CommandRun.shell(line, in: scratch.folder)
      statuses[line.split(separator: " ")[1].description] = run.status
      if line.contains("coverage.html") {
        let page = try String(contentsOf: scratch["coverage.html"], encoding: .utf8)
        #expect(page.contains("<html"))
      }
      if run.status != 0, line.contains("github") { #expect(run.output.contains("::error")) }
    }
    return statuses
  }

  @Test func `each step of the workflow succeeds on an example`() async throws {
    #expect(try await statuses("") == ["check": 0, "test": 0, "run": 0])
  }

  @Test func `a step of the workflow fails if it has findings`() async throws {
    let spec = "it('fails', function() assert.is_true(false) end)"
    let statuses = try await statuses(
      """
      echo "\(spec)" > spec/wrong_spec.lua
      echo /nowhere >> links.txt
      echo 'router.route { path = "/gone", redirect = "/nowhere" }' >> main.lua
      """
    )
    #expect(statuses == ["check": 1, "test": 1, "run": 1])
  }
}
#endif
