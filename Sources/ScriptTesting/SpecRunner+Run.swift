import Rehearsal
import Synchronization

extension SpecRunner {
  /// Runs files.
  ///
  /// With several jobs, files run in parallel, but the events still arrive file by file, in order.
  ///
  /// - Parameters:
  ///   - files: The paths of the files.
  ///   - report: Receives the events.
  /// - Returns: The totals of the run.
  public func run(
    _ files: [String],
    report: @escaping @Sendable (SpecEvent) -> Void
  ) async -> SpecSummary {
    let clock = ContinuousClock()
    let start = clock.now
    let told = ToldProblems()
    let report: @Sendable (SpecEvent) -> Void = { report(told.shortened($0)) }
    let counted = SpecCounts()
    var summary = SpecSummary()
    summary.seed = selection.order.seed
    if jobs > 1 {
      await runSideBySide(files, report) { summary.count($0) }
    } else {
      let thread = RehearsalExecutor(tools.start)
      var runner = self
      runner.tools.start = thread.startHere
      await withTaskExecutorPreference(thread) { [runner] in
        for group in groups(of: files) {
          await runner.runTogether(group) { event in
            report(event)
            if case .finished(_, let results, _) = event { counted.add(results) }
          }
          for results in counted.take() { summary.count(results) }
          if failsFast, !summary.hasPassed { break }
        }
      }
    }
    summary.duration = start.duration(to: clock.now)
    return summary
  }

  /// Runs as many files in parallel as there are jobs.
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
      let order = startOrder(files)
      func begin() {
        guard next < files.count, !isOver else { return }
        let (index, file) = (order[next], files[order[next]])
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
          isOver = failsFast && results.contains(where: \.hasFailed)
        }
        begin()
      }
    }
  }

  /// The start order for parallel runs: new files first, then the slowest.
  package func startOrder(_ files: [String]) -> [Int] {
    let seconds = files.map { selection.order.seconds[$0] ?? .infinity }
    return files.indices.sorted { (seconds[$1], $0) < (seconds[$0], $1) }
  }

  /// Files in groups that share a state, in order.
  private func groups(of files: [String]) -> [[String]] {
    guard isolation != .full else { return files.map { [$0] } }
    var groups: [[String]] = []
    var last: String??
    for file in files {
      let application = application(above: file)
      // With isolated files, each file loads its application again.
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

  private func runTogether(
    _ files: [String],
    report: @escaping @Sendable (SpecEvent) -> Void
  ) async {
    var specs: [SpecSession.Spec] = []
    for file in files { specs.append(SpecSession.Spec(file, await selection(for: file))) }
    await SpecSession(specs: specs, runner: self, report: report).run()
  }

  /// The selection for a file: its chosen names and lines, and only the marked tests if any has
  /// `only`.
  private func selection(for file: String) async -> SpecSelection {
    var chosen = selection
    if let names = selection.namesByFile[file], !names.isEmpty {
      chosen.names = chosen.names.isEmpty ? names : names.filter(chosen.names.contains)
      if chosen.names.isEmpty { chosen.names = [""] }
    }
    chosen.first = selection.order.firstTests[file] ?? []
    let lines = selection.linesByFile[file] ?? []
    let text = files.text(of: file) ?? []
    let isFocused = selection.allowsOnly && Self.mentionsOnly(text)
    guard isFocused || !lines.isEmpty else { return chosen }
    var listing = self
    // Lines select among all tests, and filters then select among these.
    listing.selection = SpecSelection()
    listing.selection.preparation = selection.preparation
    listing.selection.order = selection.order
    listing.selection.lists = true
    listing.selection.listsBlocks = true
    let events = SpecEvents()
    let spec = SpecSession.Spec(file, listing.selection)
    await SpecSession(specs: [spec], runner: listing) { events.add($0) }.run()
    chosen.isOnly = isFocused && events.results.contains(where: \.isOnly)
    if !lines.isEmpty {
      let last = text.count { $0 == UInt8(ascii: "\n") } + 1
      chosen.places = SpecLineChoice(listed: events.results, lastLine: last).places(at: lines)
    }
    return chosen
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

/// Shortens repeated problems: an application that does not load affects all its specs, but only
/// the first file shows the full message.
private final class ToldProblems: Sendable {
  private let files = Mutex<[String: String]>([:])

  func shortened(_ event: SpecEvent) -> SpecEvent {
    switch event {
    case .ended(let result): .ended(shortened(result))
    case .finished(let file, let results, let duration):
      .finished(file, results.map(shortened), duration)
    default: event
    }
  }

  private func shortened(_ result: SpecResult) -> SpecResult {
    guard !result.isTest, let message = result.message,
      message.hasPrefix("The application does not load.")
    else { return result }
    let first = files.withLock { files in
      let first = files[message] ?? result.file
      files[message] = first
      return first
    }
    guard first != result.file, let head = message.split(separator: "\n").first else {
      return result
    }
    var result = result
    result.message = "\(head) See \(first)."
    return result
  }
}
