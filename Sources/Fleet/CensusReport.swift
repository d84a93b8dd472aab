#if Releases
package import MessageStream
import ReleaseTrust
package import ScriptReleases

/// The report of a host about itself.
package struct CensusReport: Sendable, Equatable {
  package struct Refusal: Sendable, Hashable {
    package let version: Int
    package let reason: String
    /// Whether another version of the program may accept it, because this one lacks something.
    package let isOfProgram: Bool

    package init(version: Int, reason: String, isOfProgram: Bool = false) {
      (self.version, self.reason, self.isOfProgram) = (version, reason, isOfProgram)
    }
  }

  /// The maximum size of a message.
  package static let byteLimit = 256 << 10

  /// The maximum number of refusals in a report; the newest are kept.
  private static let refusalLimit = 10

  /// The length at which the reason of a refusal is cut off.
  private static let reasonLength = 500

  package var host: String
  package var channel: String
  /// The release in use; `nil` for the program's own rules.
  package var version: Int?
  package var digest: String?
  package var state = "live"
  package var isOnTrial = false
  /// The version that is proven but not in use.
  package var prepared: Int?
  package var refused: [Refusal] = []
  /// The reason why nothing new is taken now.
  package var problem: String?
  /// The number of loads since the start of the host.
  package var generation = 0
  /// The opens since the last report.
  package var opens = OpenCounts()
  /// The links with a different result under the prepared release since the last report, by route.
  package var different = OpenCounts()
  /// The time since the last report.
  package var time = Duration.zero
  /// The opens before the release in use; a message does not have them.
  package var earlier = OpenCounts()

  package init(host: String, channel: String) { (self.host, self.channel) = (host, channel) }

  /// The report of a host that follows a channel.
  package init(
    host: String,
    channel: String,
    _ status: ReleaseFollower.Status,
    isOnTrial: Bool
  ) {
    self.init(host: host, channel: channel)
    (version, digest) = (status.active?.version, status.active?.sha256)
    (state, self.isOnTrial) = (status.state.rawValue, isOnTrial)
    prepared = status.prepared?.version
    refused = status.refused.suffix(Self.refusalLimit)
      .map {
        Refusal(
          version: $0.version ?? 0,
          reason: String($0.reason.prefix(Self.reasonLength)),
          isOfProgram: $0.isOfProgram
        )
      }
    (problem, earlier) = (status.problem, status.earlier)
  }

  /// Reads a message; `nil` if it is not a report.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.byteLimit, let json = try? JSONParser.parse(bytes),
      let host = json["host"].text, let channel = json["channel"].text
    else { return nil }
    self.init(host: host, channel: channel)
    (version, digest) = (json["release"].int, json["digest"].text)
    (state, isOnTrial) = (json["state"].text ?? "", json["trial"].bool ?? false)
    prepared = json["prepared"].int
    refused = json["refused"].items.prefix(Self.refusalLimit)
      .compactMap { item in
        guard let reason = item["reason"].text else { return nil }
        return Refusal(
          version: item["version"].int ?? 0,
          reason: reason,
          isOfProgram: item["program"].bool ?? false
        )
      }
    problem = json["problem"].text
    generation = json["generation"].int ?? 0
    opens = OpenCounts(json["counts"])
    different = OpenCounts(json["different"])
    time = .milliseconds(min(max(0, json["ms"].int ?? 0), 1 << 40))
  }

  /// Reads a report of a host of a channel.
  init?(_ delivery: FleetDelivery, of channel: String) {
    guard case .message(let message) = delivery else { return nil }
    self.init(message.bytes)
    guard self.channel == channel else { return nil }
  }

  /// The bytes of a message.
  package var bytes: [UInt8] { Array(json.line.utf8) }

  /// The report as JSON.
  package var json: JSON {
    .fields(
      ("host", .text(host)),
      ("channel", .text(channel)),
      ("release", version.map(JSON.int) ?? .null),
      ("digest", .optional(digest)),
      ("state", .text(state)),
      ("trial", .bool(isOnTrial)),
      ("prepared", prepared.map(JSON.int) ?? .null),
      (
        "refused",
        .list(
          refused.map {
            .fields(
              ("version", .int($0.version)),
              ("reason", .text($0.reason)),
              ("program", .bool($0.isOfProgram))
            )
          }
        )
      ),
      ("problem", .optional(problem)),
      ("generation", .int(generation)),
      ("counts", opens.json),
      ("different", different.json),
      ("ms", .int(Int(time / .milliseconds(1))))
    )
  }
}
#endif
