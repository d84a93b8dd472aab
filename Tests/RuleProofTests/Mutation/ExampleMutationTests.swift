import Foundation
import ScriptTesting
import Testing

@testable import RuleProof

/// The specs of the examples detect mutations of the guards.
@Suite(.timeLimit(.minutes(10))) struct ExampleMutationTests {
  private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("examples").path

  @Test(
    arguments: [("shop", 29), ("museum", 23), ("outcomes", 3), ("tabs", 4), ("embed/Rules", 5)]
  )
  func `specs detect more than nine of ten changes of guards`(
    example: String,
    count: Int
  ) async throws {
    let specs = try SpecFinder().files(in: ["\(Self.examples)/\(example)/spec"])
    var run = MutationRun(SpecRunner())
    run.rules = [.guard]
    run.jobs = 2
    let report = try await run.report(on: specs)
    let unnoticed = report.results.filter { [.unnoticed, .uncovered].contains($0.status) }
      .map { "\($0.place): \($0.change.before) -> \($0.change.after)" }
    let score = try #require(report.guards.perMille)
    #expect(score > 900, "\(unnoticed)")
    #expect(report.guards.counted >= count)
  }
}
