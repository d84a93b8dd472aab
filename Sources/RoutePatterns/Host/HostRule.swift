/// A host as it is in a list of hosts: `example.com` or `*.example.com`.
///
/// A label that is `*` fits exactly one label, as it does in a pattern. Every spelling of a host
/// fits: in any case, in letters or with `xn--`, with or without a dot at the end.
///
/// ```swift
/// HostRule("*.example.com")?.matches("shop.example.com")  // true
/// HostRule("*.example.com")?.matches("example.com")  // false
/// ```
public struct HostRule: Hashable, Sendable, CustomStringConvertible {
  /// The rule as a pattern without parameters.
  package let pattern: HostPattern

  /// The host as printed: in small letters, without `xn--`.
  public var description: String { pattern.description }

  /// Whether no label is fixed.
  var isOpen: Bool { pattern.isOpen }

  /// Answers whether a host fits.
  ///
  /// - Parameter host: The host of a location.
  /// - Returns: Whether it fits.
  /// - Complexity: O(*n*), where *n* is the length of `host` in UTF-8 bytes.
  public func matches(_ host: String) -> Bool { pattern.matches(host) }
}
