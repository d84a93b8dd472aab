#if Releases
import Crypto
package import MessageStream

/// The bundles that a channel offers, and the hosts that get them.
package struct ChannelRecord: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    case live
    /// A host keeps the rules that it runs.
    case paused
    /// A host uses the program's own rules.
    case embedded
  }

  /// A bundle for a share of the hosts.
  package struct Offer: Sendable, Equatable {
    /// The share that means all hosts.
    package static let whole = 10_000

    /// The name of the target, such as `bundles/shop-42.tar`.
    package let bundle: String
    /// 16 hexadecimal digits, or nothing to give all hosts the draw 0.
    package let salt: String
    /// The number of hosts out of 10,000.
    package let share: Int

    package init(bundle: String, salt: String, share: Int) {
      (self.bundle, self.salt, self.share) = (bundle, salt, share)
    }

    /// A number from 0 to 9,999 that is always the same for one salt and host.
    package func draw(for host: String) -> Int {
      guard !salt.isEmpty else { return 0 }
      let digest = SHA256.hash(data: Array(salt.utf8) + Array(host.utf8))
      let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(number % UInt64(Self.whole))
    }
  }

  /// A bundle whose refusal by a host is lifted.
  package struct Retry: Sendable, Equatable {
    package let sha256: String
    /// The version of the channels that lifts it; a refusal in this or a later one stays.
    package let channelsVersion: Int64

    package init(sha256: String, channelsVersion: Int64) {
      (self.sha256, self.channelsVersion) = (sha256, channelsVersion)
    }
  }

  package var app: String
  package var channel: String
  package var offers: [Offer]
  package var retry: [Retry]
  package var state: State

  package init(
    app: String,
    channel: String,
    offers: [Offer],
    retry: [Retry] = [],
    state: State = .live
  ) {
    (self.app, self.channel, self.offers) = (app, channel, offers)
    (self.retry, self.state) = (retry, state)
  }

  package init(_ bytes: [UInt8], file: String) throws(TrustError) {
    let json = try StrictJSON.parse(bytes, of: file, limit: TrustLimit.recordBytes)
    guard CanonicalJSON.bytes(json) == bytes else { throw TrustError(file, .notCanonical) }
    let fields = try FieldReader(json, file: file)
    app = try fields.text("app")
    channel = try fields.text("channel")
    for name in ["app", "channel"] where !DepotPath.isName(try fields.text(name)) {
      throw fields.problem(name, "a name of lower-case letters, digits and '-'")
    }
    guard let state = State(rawValue: try fields.text("state")) else {
      throw fields.problem("state", "'live', 'paused' or 'embedded'")
    }
    self.state = state
    var retry: [Retry] = []
    for entry in try fields.objects("retry") {
      _ = try entry.hex("sha256", count: 32)
      retry.append(
        Retry(sha256: try entry.text("sha256"), channelsVersion: try entry.integer("channels"))
      )
    }
    self.retry = retry
    var offers: [Offer] = []
    for offer in try fields.objects("offers") {
      let bundle = try offer.text("bundle")
      guard DepotPath.isTarget(bundle, in: DelegatedRole.releases.folder) else {
        throw offer.problem("bundle", "a name such as bundles/shop-42.tar")
      }
      let salt = try offer.text("salt")
      if !salt.isEmpty { _ = try offer.hex("salt", count: 8) }
      let share = try offer.integer("share", in: 0...Int64(Offer.whole))
      offers.append(Offer(bundle: bundle, salt: salt, share: Int(share)))
    }
    self.offers = offers
  }

  package var json: JSON {
    .fields(
      ("app", .text(app)),
      ("channel", .text(channel)),
      (
        "offers",
        .list(
          offers.map {
            .fields(
              ("bundle", .text($0.bundle)),
              ("salt", .text($0.salt)),
              ("share", .int($0.share))
            )
          }
        )
      ),
      (
        "retry",
        .list(
          retry.map {
            .fields(("channels", .integer($0.channelsVersion)), ("sha256", .text($0.sha256)))
          }
        )
      ),
      ("state", .text(state.rawValue))
    )
  }

  /// The content of the file.
  package var bytes: [UInt8] { CanonicalJSON.bytes(json) }

  /// Whether a bundle that a host refused in a version of the channels may be tried again.
  package func lifts(_ sha256: String, refusedIn channelsVersion: Int64?) -> Bool {
    retry.contains { $0.sha256 == sha256 && $0.channelsVersion > channelsVersion ?? 0 }
  }

  /// The first offer that a host accepts and whose share is greater than the host's draw.
  ///
  /// - Parameters:
  ///   - host: The id of the host.
  ///   - accepting: Returns whether the host can run a bundle, by its name.
  /// - Returns: The offer, or `nil` if the host keeps its rules.
  package func offer(for host: String, accepting: (String) -> Bool) -> Offer? {
    offers.first { $0.share > $0.draw(for: host) && accepting($0.bundle) }
  }
}
#endif
