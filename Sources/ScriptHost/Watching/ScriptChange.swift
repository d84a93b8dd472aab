/// Something about the files of an application may have changed.
public struct ScriptChange: Sendable {
  /// When that was first noticed.
  public let noticed: ContinuousClock.Instant

  /// Notes a change.
  ///
  /// - Parameter noticed: When. Default: now.
  public init(noticed: ContinuousClock.Instant = .now) { self.noticed = noticed }
}
