/// One thing that happened during an open.
public struct OutcomeStep: Sendable {
  /// What kind of thing.
  public enum Kind: String, Sendable, CaseIterable {
    /// The text became a location.
    case parse
    /// A proxy was asked.
    case proxy
    /// The table was asked.
    case match
    /// A guard from outside was asked.
    case `guard`
    /// A route's redirect was asked.
    case redirect
    /// An animator was chosen.
    case animator
    /// A screen was asked whether it may go.
    case leave
    /// The view made its screen.
    case build
    /// The screen came onto the stage.
    case show
    /// An action ran.
    case action
    /// Something else was tried.
    case fallback
  }

  /// What kind of thing.
  public let kind: Kind

  /// The route, or the pattern of a proxy or guard.
  public let name: String?

  /// Where it is written.
  public let site: SourceSite?

  /// What came of it, in a few words.
  public let answer: String

  /// How long it took since the step before, when the open was to measure that.
  public internal(set) var duration: Duration?

  /// The duration in whole microseconds, when it was measured.
  public var microseconds: Int64? {
    duration.map {
      $0.components.seconds * 1_000_000 + $0.components.attoseconds / 1_000_000_000_000
    }
  }
}
