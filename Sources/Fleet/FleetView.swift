#if Releases
package import ScriptReleases

/// The hosts of a channel, as they reported themselves.
package struct FleetView: Sendable {
  /// The hosts with one release, and the opens under it, including the hosts that have left it.
  package struct Row: Sendable, Equatable {
    /// `nil` for the rules of the program.
    package let version: Int?
    package var hosts = 0
    package var onTrial = 0
    package var opens = OpenCounts()
    package var different = 0
    /// The sum of the opens of each host in a second.
    package var opensPerSecond = 0.0
    /// The hosts with failed opens, by route, and for all opens.
    private var failing: [String?: Set<String>] = [:]

    init(version: Int?) { self.version = version }

    fileprivate mutating func count(_ report: CensusReport) {
      opens.add(report.opens)
      different += report.different.all.opens
      if report.opens.all.failed > 0 { note(report.host, nil) }
      for (route, count) in report.opens.routes
      where count.failed > 0 && opens.routes[route] != nil { note(report.host, route) }
    }

    private mutating func note(_ host: String, _ route: String?) {
      guard failing[route, default: []].count < FleetView.failingLimit else { return }
      failing[route, default: []].insert(host)
    }

    /// The number of hosts with failed opens of a route, or with any failed opens.
    package func hosts(failing route: String?) -> Int { failing[route]?.count ?? 0 }

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
  static let hostLimit = 100_000

  /// The maximum number of hosts that are counted for a failing route.
  private static let failingLimit = 10_000

  /// The maximum number of releases; a depot lists about twenty.
  private static let releaseLimit = 100

  private struct Host: Sendable {
    var report: CensusReport
    /// The opens and the time of all reports since the host took its release.
    var opens: OpenCounts.Count
    var time: Duration
  }

  /// In the order of their names.
  private var hosts: [Host] = []

  /// The opens by release.
  private var counts: [Int?: Row] = [:]

  /// The hosts that joined and did not answer.
  package private(set) var silent: [String] = []

  package init() {}

  /// The last report of each host, in the order of their names.
  package var reports: [CensusReport] { hosts.map(\.report) }

  /// Adds a report; a host may report several times.
  package mutating func add(_ report: CensusReport) {
    var host = Host(report: report, opens: report.opens.all, time: report.time)
    let place = hosts.partitioningIndex { $0.report.host >= report.host }
    if place < hosts.count, hosts[place].report.host == report.host {
      if hosts[place].report.version == report.version {
        host.opens = host.opens + hosts[place].opens
        host.time += hosts[place].time
      }
      hosts[place] = host
    } else {
      guard hosts.count < Self.hostLimit else { return }
      hosts.insert(host, at: place)
    }
    guard counts.count < Self.releaseLimit || counts[report.version] != nil else { return }
    counts[report.version, default: Row(version: report.version)].count(report)
  }

  /// The hosts with a release, and the opens under it.
  package func row(of version: Int) -> Row {
    rows.first { $0.version == version } ?? Row(version: version)
  }

  /// The opens under a release.
  package func opens(of version: Int) -> OpenCounts { counts[version]?.opens ?? OpenCounts() }

  /// The opens under all other releases.
  package func opens(exceptOf version: Int) -> OpenCounts {
    var opens = OpenCounts()
    for row in counts.values where row.version != version { opens.add(row.opens) }
    return opens
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

  /// The releases in use, and those with opens, the newest first.
  package var rows: [Row] {
    var rows = counts.filter { $0.value.opens != OpenCounts() }
    for host in hosts {
      let version = host.report.version
      var row = rows[version] ?? Row(version: version)
      row.hosts += 1
      if host.report.isOnTrial { row.onTrial += 1 }
      if host.time > .zero {
        row.opensPerSecond += Double(host.opens.opens) / (host.time / .seconds(1))
      }
      rows[version] = row
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
        for await delivery in answers {
          if let report = CensusReport(delivery, of: channel) { view.add(report) }
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
