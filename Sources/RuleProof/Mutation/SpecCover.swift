import ScriptTesting

/// Determines the specs that run changed code.
struct SpecCover {
  /// The spec files of the application in order, each with its footprint.
  private let files: [(file: String, ran: SpecFootprints.File)]

  init(_ specs: [String], _ footprints: [String: SpecFootprints.File]) {
    files = specs.map { ($0, footprints[$0] ?? SpecFootprints.File()) }
  }

  /// The specs that run the changed code, starting with the nearest test's file, and that test.
  ///
  /// Files with an access table run all rules and take long, so the other files precede them.
  func specs(of change: RuleChange) -> (files: [CoveringSpec], nearest: SpecFootprints.Test?) {
    let covering = files.filter { file in
      file.ran.asksForTable || file.ran.loaded.runs(change)
        || file.ran.tests.contains { $0.lines.runs(change) }
    }
    let nearest = nearest(to: change)
    let first = covering.filter { $0.file == nearest?.file }
    let others = covering.filter { $0.file != nearest?.file }
    let order =
      first + others.filter { !$0.ran.asksForTable } + others.filter(\.ran.asksForTable)
    let specs = order.map { file, ran in CoveringSpec(file: file, tests: ran.tests(of: change)) }
    return (specs, nearest)
  }

  /// The test that runs a line closest to the change, or opens a route there.
  ///
  /// Of several, it is the test with the fewest lines. Lines that loading runs do not count.
  private func nearest(to change: RuleChange) -> SpecFootprints.Test? {
    var best: (test: SpecFootprints.Test, distance: Int, count: Int)?
    for (_, ran) in files {
      let loaded = ran.loaded[change.file] ?? []
      for test in ran.tests {
        let ran = (test.lines[change.file] ?? []).subtracting(loaded)
        let own = ran.union(test.opened[change.file] ?? [])
        guard let distance = own.map({ abs($0 - change.statement) }).min() else { continue }
        let count = test.lines.values.reduce(0) { $0 + $1.count }
        if let best, (best.distance, best.count) <= (distance, count) { continue }
        best = (test, distance, count)
      }
    }
    return best?.test
  }
}

/// A spec file that runs changed code.
struct CoveringSpec: Sendable {
  let file: String
  /// The places of the tests that run it; `nil` means that the whole file has to run.
  var tests: Set<String>?
}

extension SpecFootprints.File {
  fileprivate func tests(of change: RuleChange) -> Set<String>? {
    guard !asksForTable, !loaded.runs(change), tests.allSatisfy({ $0.line > 0 }) else { return nil }
    let places = Set(tests.filter { $0.lines.runs(change) }.map(\.place))
    return tests.allSatisfy { places.contains($0.place) } ? nil : places
  }
}

extension SpecFootprints.Lines {
  fileprivate func runs(_ change: RuleChange) -> Bool {
    self[change.file]?.contains(change.statement) ?? false
  }
}
