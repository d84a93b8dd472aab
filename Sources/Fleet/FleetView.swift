#if Releases
package import ScriptReleases

/// The hosts of a channel, as they reported themselves.
package struct FleetView: Sendable {
  /// The hosts with one release.
  package struct Row: Sendable, Equatable {
    /// `nil` for the rules of the program.
    package let version: Int?
    package var hosts = 0
    package var onTrial = 0
    package var opens = OpenCounts()
    package var different = 0
    /// The sum of the opens of each host in a second.
    package var opensPerSecond = 0.0

    /// The route with the largest share of failed opens, among routes with enough opens.
    package var worstRoute: (name: String, failedShare: Double)? {
      let least = ReleaseHealth().leastOpens
      return opens.routes.filter { $0.value.opens >= least && $0.value.failed > 0 }
        .map { (name: $0.key, failedShare: $0.value.failedShare) }
        // Equal shares are ordered by name, so that a report is always the same.
        .min { ($1.failedShare, $0.name) < ($0.failedShare, $1.name) }
    }
  }

  /// The hosts with one refusal.
  package struct Refusal: Sendable, Equatable {
    package let refusal: CensusReport.Refusal
    package let hosts: [String]
  }

  /// The maximum number of counted hosts.
  private static let hostLimit = 100_000

  /// The last report of each host, in the order of their names.
  package private(set) var reports: [CensusReport] = []

  /// The hosts that joined and did not answer.
  package private(set) var silent: [String] = []

  package init() {}

  /// Adds a report; a host may report several times.
  package mutating func add(_ report: CensusReport) {
    let place = reports.partitioningIndex { $0.host >= report.host }
    guard place < reports.count, reports[place].host == report.host else {
      if reports.count < Self.hostLimit { reports.insert(report, at: place) }
      return
    }
    var newer = report
    newer.opens.add(reports[place].opens)
    newer.different.add(reports[place].different)
    newer.time += reports[place].time
    reports[place] = newer
  }

  /// The number of hosts that have a version prepared, by version.
  package var prepared: [(version: Int, hosts: Int)] {
    Dictionary(grouping: reports.compactMap(\.prepared)) { $0 }
      .map { (version: $0.key, hosts: $0.value.count) }
      .sorted { $0.version > $1.version }
  }

  /// The reasons why hosts cannot take anything new now, the most frequent ones first.
  package var problems: [(reason: String, hosts: [String])] {
    Dictionary(grouping: reports.filter { $0.problem != nil }) { $0.problem ?? "" }
      .map { (reason: $0.key, hosts: $0.value.map(\.host)) }
      .sorted { ($1.hosts.count, $0.reason) < ($0.hosts.count, $1.reason) }
  }

  /// The refusals, the most frequent ones first.
  package var refusals: [Refusal] {
    var hosts: [CensusReport.Refusal: [String]] = [:]
    for report in reports {
      for refusal in report.refused { hosts[refusal, default: []].append(report.host) }
    }
    return hosts.map { Refusal(refusal: $0.key, hosts: $0.value) }
      .sorted {
        ($1.hosts.count, $1.refusal.version, $0.refusal.reason)
          < ($0.hosts.count, $0.refusal.version, $1.refusal.reason)
      }
  }

  /// The releases in use, the newest first.
  package var rows: [Row] {
    var rows: [Int: Row] = [:]
    for report in reports {
      var row = rows[report.version ?? 0] ?? Row(version: report.version)
      row.hosts += 1
      if report.isOnTrial { row.onTrial += 1 }
      row.opens.add(report.opens)
      row.different += report.different.all.opens
      let seconds = report.time / .seconds(1)
      if seconds > 0 { row.opensPerSecond += Double(report.opens.all.opens) / seconds }
      rows[report.version ?? 0] = row
    }
    return rows.values.sorted { ($0.version ?? 0) > ($1.version ?? 0) }
  }

  /// Asks the hosts of a channel, and waits for their answers.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - channel: The name of the channel.
  ///   - link: Reaches them.
  ///   - clock: The clock of the wait.
  ///   - wait: The time for answers.
  /// - Returns: The hosts that answered, and the silent ones.
  /// - Throws: The reason why the fleet does not answer.
  package static func ask(
    _ app: String,
    channel: String,
    over link: any FleetLink,
    clock: some Clock<Duration> = ContinuousClock(),
    wait: Duration = .seconds(1)
  ) async throws(FleetError) -> FleetView {
    let answers = try await link.deliveries(of: .census(app), limit: hostLimit)
    try await link.publish([], to: .ask(app))
    var view = await withTaskGroup(of: FleetView?.self) { group in
      group.addTask {
        var view = FleetView()
        for await case .message(let message) in answers {
          if let report = CensusReport(message.bytes), report.channel == channel {
            view.add(report)
          }
        }
        return view
      }
      group.addTask {
        try? await clock.sleep(for: wait)
        return nil
      }
      var view = FleetView()
      for await result in group {
        if let result { view = result }
        group.cancelAll()
      }
      return view
    }
    let known = Set(view.reports.map(\.host))
    for host in try await link.hosts(of: app, channel: channel).sorted()
    where !known.contains(host) {
      let entry = try await link.value(of: .host(app, channel: channel, host))
      if !FleetCensus.hasLeft(entry) { view.silent.append(host) }
    }
    return view
  }
}

extension Array {
  /// The first index whose element fulfils a condition that all later ones fulfil too.
  fileprivate func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
#endif
