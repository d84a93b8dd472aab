import Rehearsal
import ScriptHost
import Synchronization

/// `moonroute access`: 1,000 routes as ten people.
enum AccessSubject {
  static let subject = BenchmarkSubject(
    name: "access",
    figures: { _ in
      let times = Mutex<[Double]>([])
      let cells = BlockingWait.value {
        var count = 0
        for _ in 0..<3 {
          let start = ContinuousClock.now
          guard let table = try? await AccessRun(scripts).table() else { return 0 }
          times.withLock { $0.append((ContinuousClock.now - start) / .seconds(1)) }
          count = table.rows.reduce(0) { $0 + $1.cells.count }
        }
        return count
      }
      guard cells == 10_000, let best = times.withLock({ $0.min() }) else {
        throw BenchmarkError.noMemory
      }
      return [
        BenchmarkFigure(
          name: "access/1000 routes in 51 files as 10 people",
          value: best,
          unit: "s",
          goal: 5
        )
      ]
    }
  )

  /// The routes of the other benchmarks; in every second file they require a rank.
  static var scripts: RehearsalScripts {
    var files = ScriptSamples.linked(modules: 50)
    let guards = (0..<25)
      .map { module in
        """
        router.guard("/module\(2 * module)/**", function()
          if (session.rank or 0) < \(module % 10) then return false, "only for people of a rank" end
          return true
        end)

        """
      }
    files["main.lua", default: ""] += guards.joined()
    let people = (0..<10).map { "p\($0) = { session = { rank = \($0) } }" }
    files["personas.lua"] = "return { \(people.joined(separator: ", ")) }"
    return RehearsalScripts(files.mapValues { Array($0.utf8) }) { application in
      try ScriptHost(
        .texts(["main.lua": ""]),
        in: application,
        options: ScriptOptions(runsHeadless: true, loadsParts: true, logLimit: nil)
      )
    }
  }
}
