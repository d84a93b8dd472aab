#if Command && Releases
import ArgumentParser
import Fleet
import LineEditing
import ReleaseTrust
import ScriptReleases
import ScriptReports
import TextTools

extension ChannelCommand {
  struct Status: LoadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Shows the offers of the channels of a depot, and the hosts that follow them.",
      discussion: """
        With --fleet, asks the hosts and waits a second. A host is silent if it joined within the \
        last day, has not ended, and does not answer. Opens are counted since the previous report of \
        each host, at most ten seconds ago. A narrow terminal leaves out columns.
        """
    )

    /// The time between two questions.
    private static let pauseTime = Duration.seconds(2)

    @Option(help: ArgumentHelp("The folder of the depot.", valueName: "folder"))
    var depot: String

    @Option(help: ArgumentHelp("Show this channel only.", valueName: "name"))
    var channel: String?

    @Flag(help: "Ask the hosts again every two seconds, until Ctrl-C.")
    var watch = false

    @OptionGroup var fleet: FleetOptions
    @OptionGroup var printing: OutputOptions

    func validate() throws {
      guard !watch || fleet.fleet != nil else {
        throw ValidationError("--watch shows the hosts of a fleet. Give it --fleet URL.")
      }
    }

    func perform() async throws {
      let console = printing.console
      let link = try await fleet.link()
      guard let link, watch else {
        let reports = try await reports { record in
          guard let link else { return ChannelHosts() }
          return ChannelHosts(
            view: try await usingFleet { () throws(FleetError) in
              try await Self.ask(record, link)
            }
          )
        }
        for report in reports { report.print(on: console) }
        if reports.isEmpty, !console.isJSON {
          console.print("no channels yet: 'moonroute channel publish' makes one")
        }
        return console.flush()
      }
      try await follow(link, console)
    }

    // MARK: Reports

    /// The hosts of a channel, or the reason why the fleet could not be reached.
    private struct ChannelHosts {
      var view: FleetView?
      var problem: String?
    }

    private static func ask(
      _ record: ChannelRecord,
      _ link: any FleetLink
    ) async throws(FleetError) -> FleetView {
      try await FleetView.ask(record.app, channel: record.channel, over: link)
    }

    private func reports(
      _ hosts: (ChannelRecord) async throws -> ChannelHosts
    ) async throws -> [ChannelReport] {
      let author = try changingDepot { () throws(DepotFolder.Failure) in
        try DepotFolder(depot).author()
      }
      let records = author.records.filter { channel == nil || $0.channel == channel }
      guard channel == nil || !records.isEmpty else {
        throw ValidationError("The depot has no channel '\(channel ?? "")'.")
      }
      var reports: [ChannelReport] = []
      for record in records {
        let hosts = try await hosts(record)
        reports.append(
          ChannelReport(record, of: author, fleet: hosts.view, problem: hosts.problem)
        )
      }
      return reports
    }

    // MARK: Watch

    /// Shows the hosts until a signal ends the command.
    private func follow(_ link: any FleetLink, _ console: Console) async throws {
      let watching = Task { @MainActor in
        let screen = StandardStream.allowsRedrawing && !console.isJSON ? PromptScreen() : nil
        var frame: LineFrame?
        while !Task.isCancelled {
          let reports = try await reports { record in
            do throws(FleetError) {
              return ChannelHosts(view: try await Self.ask(record, link))
            } catch {
              return ChannelHosts(problem: error.description.onOneLine.printable)
            }
          }
          // An answer that Ctrl-C interrupted is not complete.
          if Task.isCancelled { break }
          if let screen {
            frame = Self.frame(of: reports)
            if let frame { screen.show(frame) }
          } else {
            for report in reports { report.print(on: console) }
          }
          try? await Task.sleep(for: Self.pauseTime)
        }
        if let screen, let frame { screen.finish(frame) }
      }
      let signals = EndSignals { watching.cancel() }
      try await watching.value
      signals.cancel()
    }

    private static func frame(of reports: [ChannelReport]) -> LineFrame {
      let output = StandardStream.output
      let size = TerminalSize(columns: output.columns, rows: output.rows)
      return LineFrame(lines: reports.flatMap { $0.lines(columns: size.columns) }, in: size)
    }
  }
}
#endif
