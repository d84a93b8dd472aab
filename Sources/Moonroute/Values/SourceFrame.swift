/// One call of a script's function that had not ended when an error happened.
public struct SourceFrame: Hashable, Sendable, CustomStringConvertible {
  /// The line that the function had come to.
  public let site: SourceSite

  /// What the function is: `in function 'total'`.
  public let label: String

  /// Describes a call.
  ///
  /// - Parameters:
  ///   - site: The line that the function had come to.
  ///   - label: What the function is, such as `in function 'total'`.
  public init(site: SourceSite, label: String) {
    self.site = site
    self.label = label
  }

  /// The form of a traceback's line: `routes/cart.lua:12: in function 'total'`.
  public var description: String { "\(site): \(label)" }
}
