/// What became of a screen.
public struct ScreenResult: Hashable, Sendable {
  /// How a screen left the stage.
  public enum Manner: String, Sendable, CaseIterable {
    /// By `close`.
    case closed
    /// By `dismiss`, or by a person.
    case dismissed
    /// Because something else was done, such as going back or showing another root.
    case removed
  }

  /// What it was closed or dismissed with.
  public let value: Value

  /// How it left.
  public let manner: Manner

  /// What lives as long as the result does.
  package var keepsake: (any Keepsake)?

  /// Describes what became of a screen.
  public init(_ value: Value = .none, _ manner: Manner) {
    self.value = value
    self.manner = manner
  }

  /// Compares value and manner.
  public static func == (left: ScreenResult, right: ScreenResult) -> Bool {
    left.value == right.value && left.manner == right.manner
  }

  /// Hashes value and manner.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(manner)
  }
}
