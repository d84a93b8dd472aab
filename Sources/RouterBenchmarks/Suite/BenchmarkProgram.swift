/// Measures, lists, or runs one peer for a tool that counts instructions.
enum BenchmarkProgram {
  static let subjects = always + withReleases

  private static let always = [
    MatchSubject.subject, TableSubject.subject, LocationSubject.subject, GuardSubject.subject,
    LinkSubject.subject, OpenSubject.subject, IsolationSubject.subject, CoroutineSubject.subject,
    EventSubject.subject,
    ReloadSubject.subject, BundleSubject.subject, CheckSubject.subject, EditorSubject.subject,
    DebuggerSubject.subject, AccessSubject.subject, WanderSubject.subject, AuditSubject.subject,
  ]

  #if Releases
  private static let withReleases = [ReleaseSubject.subject]
  #else
  private static let withReleases: [BenchmarkSubject] = []
  #endif

  /// The subjects that run the built command, if its path is known.
  private static func programs(_ arguments: BenchmarkArguments) -> [BenchmarkSubject] {
    guard let moonroute = arguments.moonroute else { return [] }
    var programs = [
      CommandSubject.subject(moonroute), TestingSubject.subject(moonroute),
      LinkFilesSubject.subject(moonroute),
    ]
    #if LinkService
    programs.append(ServiceSubject.subject(moonroute))
    #endif
    return programs
  }

  private static func benchmark(_ name: String) throws -> BenchmarkCase {
    guard let found = subjects.flatMap(\.cases).first(where: { $0.name == name }) else {
      throw BenchmarkError.unknownCase(name)
    }
    return try found.make()
  }

  static func countInstructions(_ name: String, _ arguments: BenchmarkArguments) throws {
    var report = BenchmarkReport(isJSON: arguments.isJSON)
    for figure in try InstructionCount.figures(benchmark(name)) { report.add(figure) }
  }

  static func runCallgrind(_ name: String, _ arguments: BenchmarkArguments) throws {
    let benchmark = try benchmark(name)
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

  /// Returns whether no peer exceeded its limits.
  static func measure(_ arguments: BenchmarkArguments) throws -> Bool {
    let runner = BenchmarkRunner(
      passCount: max(1, arguments.passCount),
      sampleDuration: .milliseconds(arguments.sampleMilliseconds)
    )
    var report = BenchmarkReport(isJSON: arguments.isJSON)
    for subject in programs(arguments) + subjects {
      var times: [String: [Double]] = [:]
      for (name, make) in subject.cases where name.hasPrefix(arguments.prefix) {
        let benchmark = try make()
        let results = runner.run(benchmark)
        times[name] = results.map(\.nanoseconds)
        report.add(results)
        for figure in try InstructionCount.limited(benchmark) { report.add(figure) }
      }
      guard subject.name.hasPrefix(arguments.prefix) || arguments.prefix.hasPrefix(subject.name)
      else { continue }
      for figure in try subject.figures(times) where figure.name.hasPrefix(arguments.prefix) {
        report.add(figure)
      }
    }
    report.printGoals()
    return !report.hasFailed
  }
}
