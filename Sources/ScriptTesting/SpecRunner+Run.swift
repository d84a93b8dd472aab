import Rehearsal
import Synchronization

extension SpecRunner {
  /// Runs files.
  ///
  /// With several jobs, files run in parallel, but the events still arrive file by file, in order.
  /// The first unfinished file reports live; the events of later files wait for its end.
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
    let groups = jobs > 1 ? files.map { [$0] } : groups(of: files)
    let places = jobs > 1 ? startOrder(files) : Array(groups.indices)
    let queue = SpecQueue(places, failsFast: failsFast) { [tools, isUnsafe] event in
      report(told.shortened(tools.searchChanges.explained(event, isUnsafe: isUnsafe)))
    }
    await withTaskGroup(of: Void.self) { tasks in
      for _ in 0..<min(max(1, jobs), groups.count) {
        tasks.addTask { await work(on: groups, queue) }
      }
    }
    var summary = queue.summary
    summary.seed = selection.order.seed
    summary.duration = start.duration(to: clock.now)
    return summary
  }

  /// Runs files of the queue, one after the other and on one thread.
  private func work(on groups: [[String]], _ queue: SpecQueue) async {
    let thread = RehearsalExecutor(tools.start)
    var runner = self
    runner.tools.start = thread.startHere
    await withTaskExecutorPreference(thread) { [runner] in
      while let place = queue.next() {
        await runner.runTogether(groups[place]) { queue.add($0, of: place) }
        queue.finish(place)
      }
    }
  }

  /// The start order for parallel runs: files with tests to run first, then new files, then the
  /// slowest.
  package func startOrder(_ files: [String]) -> [Int] {
    let seconds = files.map { file in
      let isFirst = selection.order.firstTests[file]?.isEmpty == false
      return isFirst ? .infinity : selection.order.seconds[file] ?? .greatestFiniteMagnitude
    }
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
    // A chosen line counts more than a mark in the file.
    chosen.isOnly = lines.isEmpty && events.results.contains(where: \.isOnly)
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
