import BenchmarkBaselines
import RoutePatterns

/// The time for building tables, and their size.
enum TableSubject {
  static let subject = BenchmarkSubject(
    name: "table",
    figures: { _ in
      [("github", RouteSamples.github), ("modular", .modular(1_000)), ("flat", .flat(1_000))]
        .flatMap { weigh($0.0, $0.1) }
        + [("modular", RouteSamples.modular(100_000)), ("flat", .flat(100_000))]
        .flatMap { weigh($0.0, $0.1) }
    }
  )

  private static func weigh(_ situation: String, _ samples: RouteSamples) -> [BenchmarkFigure] {
    let count = Double(samples.templates.count)
    let name = "table/\(situation)/\(samples.templates.count)"
    let patterns = samples.templates.compactMap { try? RoutePattern($0) }
    let entries = patterns.map { RouteTable.Entry(pattern: $0) }
    var figures: [BenchmarkFigure] = []
    let before = baseline_heapbytes()
    let table = RouteTable(entries)
    let heap = Double(baseline_heapbytes()) - Double(before)
    figures.append(
      .init(
        name: name + ": frozen table",
        value: Double(table.byteCount) / count,
        unit: "bytes a route",
        goal: 150
      )
    )
    if baseline_countsallocations() {
      figures.append(
        .init(name: name + ": heap, all told", value: heap / count, unit: "bytes a route")
      )
    }
    let parsing = minimum { samples.templates.compactMap { try? RoutePattern($0) }.count }
    let building = minimum { RouteTable(entries).entries.count }
    figures.append(
      .init(name: name + ": patterns", value: parsing / count / 1_000, unit: "µs a route")
    )
    figures.append(
      .init(name: name + ": table", value: building / count / 1_000, unit: "µs a route", goal: 2)
    )
    return figures
  }

  private static func minimum(_ run: () -> Int) -> Double {
    (0..<5)
      .map { _ in
        let start = ContinuousClock.now
        precondition(run() > 0)
        return (ContinuousClock.now - start) / .nanoseconds(1)
      }
      .min() ?? 0
  }
}
