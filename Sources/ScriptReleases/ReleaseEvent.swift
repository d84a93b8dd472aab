#if Releases
import ReleaseTrust
public import ScriptHost

/// A change of the rules that a host uses, or the reason why there is none.
public enum ReleaseEvent: Sendable, Equatable, CustomStringConvertible {
  /// A release is proven and stored, but another one is in use.
  case prepared(ScriptRelease)

  /// The scripts of a release are in use.
  case activated(ScriptRelease)

  /// The scripts of the program are in use.
  case embedded

  /// A release failed its proof, and is not used until it is published with a retry.
  case refused(ScriptRelease, reason: String)

  /// A release failed while it was in use, and the previous rules it returned.
  case rolledBack(ScriptRelease, reason: String)

  /// The depot cannot be read or trusted now, so the rules stay as they are.
  case stale(reason: String)

  /// One line, such as `release 7 of 'stable' is in use`.
  public var description: String {
    switch self {
    case .prepared(let release): "release \(release.version) is prepared"
    case .activated(let release): "release \(release.version) of '\(release.channel)' is in use"
    case .embedded: "the program's own rules are in use"
    case .refused(let release, let reason), .rolledBack(let release, let reason):
      "release \(release.version) is refused: \(reason)"
    case .stale(let reason): "the rules stay as they are: \(reason)"
    }
  }

  /// The events between two states, in their order.
  package static func changes(
    from old: ReleaseFollower.Status,
    to new: ReleaseFollower.Status,
    of channel: String
  ) -> [ReleaseEvent] {
    var events: [ReleaseEvent] = []
    for refusal in new.refused where !old.refused.contains(refusal) {
      let release = ScriptRelease(
        version: refusal.version ?? 0,
        channel: channel,
        digest: refusal.digest
      )
      let wasInUse = old.active?.sha256 == refusal.digest
      events.append(
        wasInUse
          ? .rolledBack(release, reason: refusal.reason) : .refused(release, reason: refusal.reason)
      )
    }
    if let active = new.active, active.sha256 != old.active?.sha256 {
      events.append(.activated(active.release(of: channel)))
    } else if new.active == nil, new.channelsVersion != nil,
      old.active != nil || old.channelsVersion == nil
    {
      events.append(.embedded)
    }
    if let prepared = new.prepared, prepared.sha256 != old.prepared?.sha256 {
      events.append(.prepared(prepared.release(of: channel)))
    }
    if let problem = new.problem, problem != old.problem { events.append(.stale(reason: problem)) }
    return events
  }
}

extension BundleTarget {
  fileprivate func release(of channel: String) -> ScriptRelease {
    ScriptRelease(version: version ?? 0, channel: channel, digest: sha256)
  }
}
#endif
