#if Releases
package import ReleaseTrust
package import ScriptHost

extension ReleaseFollower {
  /// The rules of a release, or the program's own.
  package enum Rules: Sendable {
    case release(ScriptSource)
    case embedded
  }

  package struct Refusal: Sendable, Equatable {
    /// The most bytes of the reason; the rest is cut off.
    static let reasonBytes = 2_048

    package let name: String
    package let version: Int?
    package let digest: String
    package let reason: String
    /// The state of the channels in which it was refused; only a later one can lift it.
    package let channelsVersion: Int64?
    /// Whether another version of the program may accept it, so that it is not stored.
    package let isOfProgram: Bool

    package init(
      name: String,
      version: Int?,
      digest: String,
      reason: String,
      channelsVersion: Int64?,
      isOfProgram: Bool = false
    ) {
      (self.name, self.version, self.digest) = (name, version, digest)
      (self.reason, self.channelsVersion) = (reason, channelsVersion)
      self.isOfProgram = isOfProgram
    }
  }

  /// The result of a look at the depot.
  package struct Status: Sendable {
    /// The most refusals that are remembered.
    private static let refusalLimit = 100

    package internal(set) var channelsVersion: Int64?
    package internal(set) var state = ChannelRecord.State.live
    /// The bundle in use, as the depot lists it; `nil` for the program's own rules.
    package internal(set) var active: BundleTarget?
    /// The bundle that is proven but not in use.
    package internal(set) var prepared: BundleTarget?
    package internal(set) var refused: [Refusal] = []
    /// The opens of the program before the rules in use.
    package internal(set) var earlier = OpenCounts()
    /// The reason why nothing new was taken in the last look.
    package internal(set) var problem: String?
    /// Whether the metadata is valid except that it has expired.
    package internal(set) var isStale = false
    /// The time for which the depot's server asked to be left alone.
    package internal(set) var retryAfter: Duration?

    package init() {}

    func isRefused(_ digest: String?) -> Bool { refused.contains { $0.digest == digest } }

    /// Adds a refusal in place of an earlier one of the same bundle.
    mutating func note(_ refusal: Refusal) {
      refused.removeAll { $0.digest == refusal.digest }
      refused = refused.suffix(Self.refusalLimit - 1) + [refusal]
    }
  }
}
#endif
