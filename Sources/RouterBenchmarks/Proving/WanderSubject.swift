import Foundation
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost
import Synchronization

/// `moonroute wander`: steps through the shop.
enum WanderSubject {
  private static let count = 10_000

  static let subject = BenchmarkSubject(
    name: "wander",
    figures: { _ in
      let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("examples/shop").path
      let seconds = Mutex(0.0)
      let steps = BlockingWait.value {
        guard let scripts = try? await scripts(in: folder) else { return 0 }
        var run = WanderRun(scripts)
        run.stepCount = count
        let start = ContinuousClock.now
        guard let report = try? await run.walk(), report.found.isEmpty else { return 0 }
        seconds.withLock { $0 = (ContinuousClock.now - start) / .seconds(1) }
        return report.stepCount
      }
      guard steps == count else { throw BenchmarkError.wrongAnswer(path: "\(steps)") }
      return [
        BenchmarkFigure(
          name: "wander/10,000 steps through the shop, with the look at memory",
          value: seconds.withLock { $0 },
          unit: "s",
          goal: 2
        )
      ]
    }
  )

  private static func scripts(in folder: String) async throws -> RehearsalScripts {
    let makeHost: RehearsalScripts.MakeHost = { application in
      try ScriptHost(
        .folder(folder),
        in: application,
        options: ScriptOptions(runsHeadless: true, loadsParts: true, logLimit: nil)
      )
    }
    let host = try makeHost(try .init())
    try await host.load()
    let scripts = await RehearsalScripts(of: host, makeHost: makeHost)
    await host.close()
    return scripts
  }
}
