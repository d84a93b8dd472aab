import Foundation
import ScriptTesting
import Testing

/// The specs of the runner itself, which also run in busted without changes.
@Suite struct OwnSpecTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures").path

  static let files = (try? SpecFinder().files(in: [folder])) ?? []

  @Test(arguments: files)
  func `every spec of the runner passes`(file: String) async {
    let run = await SpecRun.of([file])
    let wrong = run.results.filter { $0.status == .failed || $0.status == .errored }
    #expect(wrong.map { "\($0.place) \($0.name): \($0.message ?? "")" } == [])
    #expect(run.summary.successes > 0)
  }

  @Test func `there are specs of the runner`() {
    #expect(Self.files.count >= 4)
  }
}
