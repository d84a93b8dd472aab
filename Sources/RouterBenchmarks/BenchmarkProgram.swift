/// What the program does: measures, lists, or runs one peer for a tool that counts instructions.
enum BenchmarkProgram {
  /// Everything that can be measured, one file a subject.
  static let subjects = [
    MatchSubject.subject, TableSubject.subject, LocationSubject.subject, GuardSubject.subject,
    LinkSubject.subject, CoroutineSubject.subject, EventSubject.subject, ReloadSubject.subject,
  ]

  /// Runs one peer of a case without measuring it.
  static func runCallgrind(_ name: String, _ arguments: BenchmarkArguments) throws {
    guard let found = subjects.flatMap(\.cases).first(where: { $0.name == name }) else {
      throw BenchmarkError.unknownCase(name)
    }
    let benchmark = try found.make()
    guard benchmark.peers.indices.contains(arguments.callgrindPeer) else {
      throw BenchmarkError.unknownCase("\(name), peer \(arguments.callgrindPeer)")
    }
    let peer = benchmark.peers[arguments.callgrindPeer]
    var sum = 0
    for _ in 0..<arguments.callgrindRounds {
      sum &+= peer.run()
      peer.after?()
    }
    print("\(benchmark.unitCount) units a round, \(peer.name), \(sum)")
  }

  /// Measures what is asked for.
  ///
  /// - Returns: Whether nothing allocated that may not.
  static func measure(_ arguments: BenchmarkArguments) throws -> Bool {
    let runner = BenchmarkRunner(
      passCount: max(1, arguments.passCount),
      sampleDuration: .milliseconds(arguments.sampleMilliseconds)
    )
    var report = BenchmarkReport(isJSON: arguments.isJSON)
    for subject in subjects {
      var times: [String: [Double]] = [:]
      for (name, make) in subject.cases where name.hasPrefix(arguments.prefix) {
        let results = runner.run(try make())
        times[name] = results.map(\.nanoseconds)
        report.add(results)
      }
      guard subject.name.hasPrefix(arguments.prefix) || arguments.prefix.hasPrefix(subject.name)
      else { continue }
      for figure in try subject.figures(times) where figure.name.hasPrefix(arguments.prefix) {
        report.add(figure)
      }
    }
    return !report.hasFailed
  }
}
