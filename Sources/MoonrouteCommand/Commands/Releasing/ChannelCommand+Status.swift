#if Command && Releases
import ArgumentParser
import Fleet
import ReleaseTrust
import ScriptReleases

extension ChannelCommand {
  struct Status: LoadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Shows the offers of the channels of a depot, and the hosts that follow them.",
      discussion: """
        With --fleet, asks the hosts and waits a second. A host is silent if it joined within the \
        last day, has not ended, and does not answer. Opens are counted since the previous report of \
        each host, at most ten seconds ago.
        """
    )

    @Option(help: ArgumentHelp("The folder of the depot.", valueName: "folder"))
    var depot: String

    @Option(help: ArgumentHelp("Show this channel only.", valueName: "name"))
    var channel: String?

    @OptionGroup var fleet: FleetOptions
    @OptionGroup var printing: OutputOptions

    func perform() async throws {
      let author = try changingDepot { () throws(DepotFolder.Failure) in
        try DepotFolder(depot).author()
      }
      let console = printing.console
      let link = try await fleet.link()
      let records = author.records.filter { channel == nil || $0.channel == channel }
      guard channel == nil || !records.isEmpty else {
        throw ValidationError("The depot has no channel '\(channel ?? "")'.")
      }
      for record in records {
        let view = try await usingFleet { () throws(FleetError) -> FleetView? in
          guard let link else { return nil }
          return try await FleetView.ask(record.app, channel: record.channel, over: link)
        }
        ChannelReport(record, of: author, fleet: view).print(on: console)
      }
      if author.records.isEmpty, !console.isJSON {
        console.print("no channels yet: 'moonroute channel publish' makes one")
      }
      console.flush()
    }
  }
}
#endif
