#if Command && Releases
import ArgumentParser
import Fleet
import ReleaseTrust
import ScriptReleases
import ScriptReports
import TextTools

extension ChannelCommand {
  struct Promote: LoadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "promote",
      abstract:
        "Raises the share of the newest offer in stages, and halts if it fails on its hosts.",
      discussion: """
        Watches the hosts for the time of --every, and then publishes the next larger stage. A stage \
        halts if one route has at least 20 opens, more than --halt of them failed, and the share of \
        failures is at least three times that of the hosts with other releases. It also halts if \
        more than --halt of the hosts refuse the release. All hosts then return to the offer before \
        it; without one, the channel is paused.

        If the command ends before the last stage, the channel stays at its share. Run the command \
        again to go on: it first watches that share.
        """
    )

    @Option(help: ArgumentHelp("The shares of the hosts, in growing order.", valueName: "percents"))
    var stages = "10%,50%,100%"

    @Option(
      help: ArgumentHelp("The time to watch each stage, such as 30s or 10m.", valueName: "time")
    )
    var every = "10m"

    @Option(
      help: ArgumentHelp("The share of failed opens that is still healthy.", valueName: "percent")
    )
    var halt = "2%"

    @OptionGroup var channel: ChannelOptions

    func validate() throws {
      _ = try plan
      guard channel.fleet.fleet != nil else {
        throw ValidationError("'promote' watches the hosts of a fleet. Give it --fleet URL.")
      }
    }

    private var plan: Rollout.Plan {
      get throws {
        let parts = stages.split(separator: ",", omittingEmptySubsequences: false)
        let shares = try parts.map { try PercentOption.parts(of: String($0), "--stages") }
        guard shares[0] > 0, zip(shares, shares.dropFirst()).allSatisfy({ $0 < $1 }) else {
          throw ValidationError(
            "--stages takes growing shares such as 10%,50%,100%, but got '\(stages.printable)'."
          )
        }
        return Rollout.Plan(
          stages: shares,
          every: try TimeOption.duration(of: every, "--every"),
          failedShare: Double(try PercentOption.parts(of: halt, "--halt")) / 10_000
        )
      }
    }

    func perform() async throws {
      let console = channel.printing.console
      let (offer, version) = try offer()
      guard offer.share < ChannelRecord.Offer.whole, let link = try await channel.fleet.link()
      else {
        let author = try channel.readDepot()
        guard let record = author.record(of: channel.channel) else { return }
        return ChannelReport(record, of: author).print(on: console)
      }
      let (sender, author) = (NewsSender(link), try channel.readDepot())
      // Without the fleet, the stage would never end.
      try await sender.check(author, channel.channel)
      var stage = ChannelStage(bundle: offer.bundle, share: offer.share)
      let run = RolloutRun(
        of: try ChannelOptions.app(of: author),
        channel: channel.channel,
        over: link
      )
      var problem: FleetError?
      let result = try await run.run(version, at: offer.share, try plan) { event in
        // An election of a cluster takes some seconds, and does not end the roll-out.
        let now = await sender.problem(author, channel.channel)
        if let now, now != problem { Console.tell("moonroute: \(now.description.printable)") }
        problem = now
        switch event {
        case .silence(let rollout): console.print(RolloutReport(rollout: rollout).silence)
        case .raise(let share, let rollout):
          guard now == nil else { return false }
          if rollout.share > 0 { console.print(RolloutReport(rollout: rollout).stage) }
          try await channel.publish(with: sender) { record, _ in
            try stage.check(record)
            record.offer(stage.bundle, share: share)
          }
          stage.share = share
        }
        return true
      }
      try await end(result, stage, sender)
      try await showStatus(link, console)
      if case .halted = result { throw ExitStatus.no }
    }

    /// The newest offer of the channel, and its version.
    private func offer() throws -> (ChannelRecord.Offer, Int) {
      let (author, name) = (try channel.readDepot(), channel.channel)
      guard let record = author.record(of: name), let offer = record.offers.first else {
        throw ValidationError(
          "The channel '\(name)' offers nothing. Begin with: channel publish VERSION --share 1%."
        )
      }
      guard record.state == .live else {
        throw ValidationError(
          "The channel '\(name)' is \(record.state.rawValue). Make its offers count again first:"
            + " channel resume."
        )
      }
      guard let version = author.bundles.first(where: { $0.name == offer.bundle })?.version else {
        throw ValidationError("\(offer.bundle) is withdrawn. Publish an admitted version.")
      }
      return (offer, version)
    }

    /// Prints the end of a roll-out, and returns the hosts to the offer before if it halted.
    private func end(
      _ result: RolloutRun<ContinuousClock>.Result,
      _ stage: ChannelStage,
      _ sender: NewsSender
    ) async throws {
      let console = channel.printing.console
      switch result {
      case .done(let rollout): console.print(RolloutReport(rollout: rollout).stage)
      case .halted(let problem, let rollout):
        console.print(RolloutReport(rollout: rollout).halt(problem))
        try await channel.publish(with: sender, isUrgent: true) { record, _ in
          try stage.check(record)
          if !record.rollBack() { record.state = .paused }
        }
      }
    }

    private func showStatus(_ link: any FleetLink, _ console: Console) async throws {
      let author = try channel.readDepot()
      guard let record = author.record(of: channel.channel) else { return }
      let view = try await usingFleet { () throws(FleetError) in
        try await FleetView.ask(record.app, channel: record.channel, over: link)
      }
      ChannelReport(record, of: author, fleet: view).print(on: console)
    }
  }

  /// The state of a channel that a roll-out has published.
  private struct ChannelStage {
    let bundle: String
    var share: Int

    /// Throws if somebody else has changed the channel since then.
    func check(_ record: ChannelRecord) throws {
      guard record.state == .live, let offer = record.offers.first, offer.bundle == bundle,
        offer.share == share
      else {
        Console.tell(
          "moonroute: the channel '\(record.channel)' was changed by another command, so this roll-out"
            + " ends. Look at it with 'channel status'."
        )
        throw ExitStatus.no
      }
    }
  }
}
#endif
