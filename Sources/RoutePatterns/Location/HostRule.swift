/// A host as it stands in a list of hosts: `example.com` or `*.example.com`.
///
/// A label that is `*` fits exactly one label, as it does in a pattern. Case does not matter.
///
/// ```swift
/// HostRule("*.example.com")?.matches("shop.example.com")  // true
/// HostRule("*.example.com")?.matches("example.com")  // false
/// ```
public struct HostRule: Hashable, Sendable, CustomStringConvertible {
  /// The labels, lower-cased, from the left.
  let labels: [String]

  /// Reads a host, or answers `nil` if it is none.
  ///
  /// An empty host is none, and so is one with an empty label or one that mixes `*` with text.
  ///
  /// - Parameter text: The host, without scheme and port.
  public init?(_ text: String) {
    let labels = HostRule.labels(of: text)
    for label in labels where label.isEmpty || label.count > 1 && label.contains("*") {
      return nil
    }
    self.labels = labels
  }

  /// The host as printed, lower-cased.
  public var description: String { labels.joined(separator: ".") }

  /// Whether no label is fixed.
  var isOpen: Bool { labels.allSatisfy { $0 == "*" } }

  /// Answers whether a host fits.
  ///
  /// - Parameter host: The host of a location.
  /// - Returns: Whether it fits.
  /// - Complexity: O(*n*), where *n* is the length of `host` in UTF-8 bytes.
  public func matches(_ host: String) -> Bool {
    let found = HostRule.labels(of: host)
    guard found.count == labels.count else { return false }
    return zip(labels, found).allSatisfy { $0 == "*" && !$1.isEmpty || $0 == $1 }
  }

  private static func labels(of host: String) -> [String] {
    host.lowercased().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
