extension SpecRunner {
  /// Runs files.
  ///
  /// With several jobs, files run side by side; what happens is still told file by file, in order.
  ///
  /// - Parameters:
  ///   - files: The paths of the files.
  ///   - report: Hears what happens.
  /// - Returns: The numbers of the run.
  public func run(
    _ files: [String],
    report: @escaping @Sendable (SpecEvent) -> Void
  ) async -> SpecSummary {
    let clock = ContinuousClock()
    let start = clock.now
    let counted = SpecCounts()
    var summary = SpecSummary()
    summary.seed = selection.order.seed
    if jobs > 1 {
      await runSideBySide(files, report) { summary.count($0) }
    } else {
      for group in groups(of: files) {
        await runTogether(group) { event in
          report(event)
          if case .finished(_, let results, _) = event { counted.add(results) }
        }
        for results in counted.take() { summary.count(results) }
        if failsFast, !summary.isGreen { break }
      }
    }
    summary.duration = start.duration(to: clock.now)
    return summary
  }

  /// Runs as many files at once as there are jobs.
  private func runSideBySide(
    _ files: [String],
    _ report: @escaping @Sendable (SpecEvent) -> Void,
    _ count: ([SpecResult]) -> Void
  ) async {
    await withTaskGroup(of: (Int, [SpecEvent], [SpecResult]).self) { group in
      var next = 0
      var told = 0
      var done: [Int: ([SpecEvent], [SpecResult])] = [:]
      var isOver = false
      func begin() {
        guard next < files.count, !isOver else { return }
        let (index, file) = (next, files[next])
        next += 1
        group.addTask {
          let events = SpecEvents()
          await runTogether([file]) { events.add($0) }
          return (index, events.all, events.results)
        }
      }
      for _ in 0..<jobs { begin() }
      while let (index, events, results) = await group.next() {
        done[index] = (events, results)
        while let (events, results) = done.removeValue(forKey: told) {
          told += 1
          guard !isOver else { continue }
          for event in events { report(event) }
          count(results)
          isOver = failsFast && results.contains(where: \.isWrong)
        }
        begin()
      }
    }
  }

  /// Files in the groups that share a state, in order.
  private func groups(of files: [String]) -> [[String]] {
    guard isolation != .full else { return files.map { [$0] } }
    var groups: [[String]] = []
    var last: String??
    for file in files {
      let application = application(above: file)
      // An application is loaded fresh for each file that is kept from the others.
      let isOpen = application == nil || isolation == .shared
      if let last, last == application, isOpen {
        groups[groups.count - 1].append(file)
      } else {
        groups.append([file])
      }
      last = application
    }
    return groups
  }

  /// Runs files in one state.
  private func runTogether(
    _ files: [String],
    report: @escaping @Sendable (SpecEvent) -> Void
  ) async {
    var specs: [SpecSession.Spec] = []
    for file in files { specs.append(SpecSession.Spec(file, await selection(for: file))) }
    await SpecSession(specs: specs, runner: self, report: report).run()
  }

  /// The selection for a file: when tests of it are marked with `only`, the others do not run.
  private func selection(for file: String) async -> SpecSelection {
    guard let text = files.text(of: file), Self.mentionsOnly(text) else { return selection }
    var listing = self
    listing.selection.lists = true
    let events = SpecEvents()
    let spec = SpecSession.Spec(file, listing.selection)
    await SpecSession(specs: [spec], runner: listing) { events.add($0) }.run()
    var selection = selection
    selection.isOnly = events.results.contains(where: \.isOnly)
    return selection
  }

  private static func mentionsOnly(_ text: [UInt8]) -> Bool {
    let word = Array(".only".utf8)
    var rest = text[...]
    while let dot = rest.firstIndex(of: word[0]) {
      rest = rest[dot...]
      if rest.starts(with: word) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
