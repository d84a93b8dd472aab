import ScriptTesting

/// Which specs run what a change changes.
struct SpecCover {
  /// The spec files of the application, in their order, with what each ran.
  private let files: [(file: String, ran: SpecFootprints.File)]

  /// Takes what the specs of one application ran.
  init(_ specs: [String], _ footprints: [String: SpecFootprints.File]) {
    files = specs.map { ($0, footprints[$0] ?? SpecFootprints.File()) }
  }

  /// The spec files that run what changes, the one with the nearest test first, and that test.
  ///
  /// A file that asks who may open what runs all rules, and takes long: of the others it comes last.
  func specs(of change: RuleChange) -> (files: [String], nearest: SpecFootprints.Test?) {
    let covering = files.filter { file in
      file.ran.asksForTable || file.ran.loaded.runs(change)
        || file.ran.tests.contains { $0.lines.runs(change) }
    }
    let nearest = nearest(to: change)
    let first = covering.filter { $0.file == nearest?.file }
    let others = covering.filter { $0.file != nearest?.file }
    let order =
      first + others.filter { !$0.ran.asksForTable } + others.filter(\.ran.asksForTable)
    return (order.map(\.file), nearest)
  }

  /// The test that runs the fewest lines of those that run what changes; where the change is of what
  /// only loading runs, or nothing runs, the test that comes nearest to it in the file, by the lines
  /// that it runs and by the routes that it opens.
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

extension SpecFootprints.Lines {
  fileprivate func runs(_ change: RuleChange) -> Bool {
    self[change.file]?.contains(change.statement) ?? false
  }
}
