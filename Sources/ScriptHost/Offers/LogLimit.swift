/// The amount that scripts may write to the log in one second of the router's clock.
public struct LogLimit: Sendable, Hashable {
  /// The lines.
  public var lines: Int

  /// The bytes of all lines together, in UTF-8.
  public var bytes: Int

  /// Makes a limit.
  public init(lines: Int = 10_000, bytes: Int = 1 << 20) {
    self.lines = lines
    self.bytes = bytes
  }
}

extension LogLimit: CustomStringConvertible {
  /// The form `10000 lines and 1048576 bytes`.
  public var description: String { "\(lines) lines and \(bytes) bytes" }
}
