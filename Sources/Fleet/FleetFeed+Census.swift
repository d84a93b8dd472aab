#if Releases
public import ScriptReleases

extension FleetFeed {
  /// Takes news, and reports the host to its fleet, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - updates: The updates that use this feed; news makes them look at the depot.
  ///   - clock: The clock of the reports and of the regular reads of the key.
  ///   - problem: Called when the fleet cannot be read, and with `nil` when it can be again.
  public func follow(
    _ updates: ScriptUpdates,
    clock: some Clock<Duration> = ContinuousClock(),
    problem: @escaping @Sendable (FleetError?) -> Void = { _ in }
  ) async {
    let census = census(of: updates.id)
    updates.watch { census.note($0) }
    let (id, channel) = (updates.id, channel)
    await follow(reporting: census, clock: clock) {
      let isOnTrial = await updates.isOnTrial
      var report = CensusReport(host: id, channel: channel, updates.status, isOnTrial: isOnTrial)
      (report.opens, report.generation) = (updates.opens, await updates.generation)
      return report
    } problem: {
      problem($0)
    } news: {
      updates.checkForUpdates()
    }
    // A cancelled task cannot wait for the answer of a server.
    await FleetSurroundings.start { await census.leave() }.value
  }

  /// The reports of a host that uses this feed.
  package func census(of host: String) -> FleetCensus {
    FleetCensus(of: app, host: host, channel: channel, over: link)
  }

  /// Takes news and sends reports until the task is cancelled.
  package func follow(
    reporting census: FleetCensus,
    clock: some Clock<Duration> = ContinuousClock(),
    _ facts: @escaping FleetCensus.Facts,
    problem: @escaping @Sendable (FleetError?) -> Void,
    news: @escaping @Sendable () -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await census.run(clock: clock, facts) }
      group.addTask { await self.follow(clock: clock, problem: problem, news: news) }
    }
  }
}
#endif
