/// The place in a source that something came from, such as `routes/cart.lua:12`.
public struct SourceSite: Hashable, Sendable, CustomStringConvertible {
  /// The file as its author names it, relative to the application.
  public let file: String

  /// The line, counted from 1.
  public let line: Int

  /// Names a place.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The place as `file:line`.
  public var description: String { "\(file):\(line)" }
}
