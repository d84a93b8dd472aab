import Foundation
import ScriptTesting
import Testing

@Suite struct ExampleSpecTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("examples").path

  /// The specs in `programs` need the functions of their program, whose tests run them.
  static let files = ((try? SpecFinder().files(in: [folder])) ?? [])
    .filter { $0.contains("/spec/") && !$0.contains("/.build/") && !$0.contains("/programs/") }

  @Test(arguments: files)
  func `every spec of the examples passes`(file: String) async {
    let run = await SpecRun.of([file])
    let wrong = run.results.filter { $0.status == .failed || $0.status == .errored }
    #expect(wrong.map { "\($0.place) \($0.name): \($0.message ?? "")" } == [])
    #expect(run.summary.successes > 0)
  }

  @Test func `every example has specs`() throws {
    for example in ["shop", "outcomes", "github", "embed", "tabs", "library", "museum"] {
      #expect(Self.files.contains { $0.contains("/examples/\(example)/") }, "\(example)")
    }
  }
}
