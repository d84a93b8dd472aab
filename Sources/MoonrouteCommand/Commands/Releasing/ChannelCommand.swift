#if Command && Releases
import ArgumentParser
import MessageStream
import ReleaseTrust
import ScriptReleases
import TextTools

struct ChannelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "channel",
    abstract: "Decides which hosts get which release.",
    subcommands: [
      Publish.self, Promote.self, Rollback.self, Pause.self, Resume.self, Renew.self, Status.self,
    ]
  )

  /// The channel of a command that changes it.
  struct ChannelOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The name of the channel.", valueName: "name"))
    var channel: String

    @OptionGroup var depot: DepotOptions
    @OptionGroup var fleet: FleetOptions
    @OptionGroup var printing: OutputOptions

    func validate() throws {
      guard DepotPath.isName(channel) else {
        throw ValidationError("--channel takes 1 to 63 of a-z, 0-9 and '-', but got '\(channel)'.")
      }
    }

    /// Publishes a changed record of the channel, and prints its offers.
    func publish(_ change: (inout ChannelRecord, DepotAuthor) throws -> Void) async throws {
      try await publish(with: try await fleet.announcer(), change)
    }

    /// Publishes a changed record, also if `isUrgent` and no news can be sent.
    func publish(
      with announcer: NewsSender?,
      isUrgent: Bool = false,
      _ change: (inout ChannelRecord, DepotAuthor) throws -> Void
    ) async throws {
      let author = try readDepot()
      let app = try Self.app(of: author)
      let signer = try depot.signer(for: author.channelKeys, named: "channels")
      var record =
        author.record(of: channel) ?? ChannelRecord(app: app, channel: channel, offers: [])
      try change(&record, author)
      let changed = record
      if !isUrgent { try await announcer?.check(author, channel) }
      try changingDepot { () throws(DepotFolder.Failure) in
        try depot.folder.change(since: author) { now throws(TrustError) in
          try now.publish(changed, signer: signer, now: .now)
        }
      }
      let published = try readDepot()
      ChannelReport(changed, of: published).print(on: printing.console)
      try await announcer?.announce(published, channel)
    }

    static func app(of author: DepotAuthor) throws -> String {
      guard let app = author.app else {
        throw ValidationError("The depot's root does not name its application.")
      }
      return app
    }

    func readDepot() throws -> DepotAuthor {
      try changingDepot { () throws(DepotFolder.Failure) in try depot.folder.author() }
    }
  }

  struct Publish: LoadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "publish",
      abstract: "Offers an admitted release to a share of the hosts.",
      discussion: """
        The other hosts keep the release that the channel offers now. To raise the share, publish \
        the same version again: the hosts that have it keep it. With --share 0, hosts fetch and \
        prove the release but do not use it.
        """
    )

    @Argument(help: "The version of an admitted bundle.")
    var version: Int

    @Option(help: ArgumentHelp("The share of the hosts, such as 1% or 0.5%.", valueName: "percent"))
    var share = "100%"

    @Flag(help: "Let hosts that refused this release try it again.")
    var retry = false

    @OptionGroup var channel: ChannelOptions

    func validate() throws { _ = try shareOfHosts }

    func perform() async throws {
      let share = try shareOfHosts
      try await channel.publish { record, author in
        let target = try author.target(ofVersion: version)
        record.offer(target.name, share: share)
        record.state = .live
        if retry {
          let next = ChannelRecord.Retry(
            sha256: target.sha256,
            channelsVersion: author.channelsVersion + 1
          )
          record.retry = record.retry.filter { $0.sha256 != target.sha256 } + [next]
        }
      }
    }

    /// The number of hosts out of 10,000.
    private var shareOfHosts: Int { get throws { try PercentOption.parts(of: share, "--share") } }
  }

  struct Rollback: LoadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rollback",
      abstract: "Returns all hosts to an earlier release.",
      discussion: """
        Without --to, hosts return to the release before the newest offer. '--to embedded' returns \
        them to the rules that their program contains.
        """
    )

    @Option(help: ArgumentHelp("A version, or 'embedded'.", valueName: "version"))
    var to: String?

    @OptionGroup var channel: ChannelOptions

    func validate() throws {
      guard to.map({ $0 == "embedded" || Int($0) != nil }) ?? true else {
        throw ValidationError("--to takes a version or 'embedded', but got '\(to ?? "")'.")
      }
    }

    func perform() async throws {
      try await channel.publish { record, author in
        if to == "embedded" {
          record.state = .embedded
          return
        }
        record.state = .live
        if let version = to.flatMap({ Int($0) }) {
          let target = try author.target(ofVersion: version)
          record.offers = [.init(bundle: target.name, salt: "", share: ChannelRecord.Offer.whole)]
        } else {
          guard record.rollBack() else {
            throw ValidationError(
              "The channel '\(record.channel)' offers nothing before its newest release. Name the"
                + " target: --to VERSION or --to embedded."
            )
          }
        }
      }
    }
  }

  struct Pause: LoadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "pause",
      abstract: "Lets each host keep the rules that it runs now."
    )

    @OptionGroup var channel: ChannelOptions

    func perform() async throws {
      try await channel.publish { record, _ in record.state = .paused }
    }
  }

  struct Resume: LoadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "resume",
      abstract: "Makes the offers of a channel count again."
    )

    @OptionGroup var channel: ChannelOptions

    func perform() async throws { try await channel.publish { record, _ in record.state = .live } }
  }

  struct Renew: LoadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "renew",
      abstract: "Signs the metadata of all channels for another 30 days."
    )

    @OptionGroup var depot: DepotOptions
    @OptionGroup var fleet: FleetOptions
    @OptionGroup var printing: OutputOptions

    func perform() async throws {
      let author = try changingDepot { () throws(DepotFolder.Failure) in try depot.folder.author() }
      let signer = try depot.signer(for: author.channelKeys, named: "channels")
      let announcer = try await fleet.announcer()
      for record in author.records { try await announcer?.check(author, record.channel) }
      try changingDepot { () throws(DepotFolder.Failure) in
        try depot.folder.change(since: author) { now throws(TrustError) in
          try now.renew(signer: signer, now: .now)
        }
      }
      let renewed = try changingDepot { () throws(DepotFolder.Failure) in
        try depot.folder.author()
      }
      for record in renewed.records {
        ChannelReport(record, of: renewed).print(on: printing.console)
        try await announcer?.announce(renewed, record.channel)
      }
    }
  }
}

extension ChannelRecord {
  /// Puts an offer first.
  ///
  /// The newest other offer for all hosts comes after it.
  mutating func offer(_ bundle: String, share: Int) {
    let known = offers.first { $0.bundle == bundle }
    let salt = share == Offer.whole ? "" : known?.salt.nonEmpty ?? Self.newSalt
    let fallback = offers.first { $0.bundle != bundle && $0.share == Offer.whole }
    offers = [Offer(bundle: bundle, salt: salt, share: share)] + (fallback.map { [$0] } ?? [])
  }

  /// Returns to the offer before the newest one; returns whether there is one.
  mutating func rollBack() -> Bool {
    guard offers.count > 1 else { return false }
    offers.removeFirst()
    return true
  }

  private static var newSalt: String {
    let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension DepotAuthor {
  /// The admitted bundle of a version.
  fileprivate func target(ofVersion version: Int) throws -> BundleTarget {
    if let target = bundles.first(where: { $0.version == version }) { return target }
    let known = bundles.compactMap(\.version).sorted().suffix(5).map(String.init)
    throw ValidationError(
      "No bundle of version \(version) is admitted. "
        + (known.isEmpty
          ? "Admit one: moonroute release FILE" : "Admitted: \(known.joined(separator: ", ")).")
    )
  }
}
#endif
