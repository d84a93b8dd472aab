/// An entry in a list of hosts: `example.com` or `*.example.com`.
///
/// A `*` matches exactly one label, as in a pattern. Every spelling of a host matches: in any case,
/// in letters or with `xn--`, with or without a final dot.
///
/// ```swift
/// HostRule("*.example.com")?.matches("shop.example.com")  // true
/// HostRule("*.example.com")?.matches("example.com")  // false
/// ```
public struct HostRule: Hashable, Sendable, CustomStringConvertible {
  package let pattern: HostPattern

  /// The canonical host: in lower case, without `xn--`.
  public var description: String { pattern.description }

  var isOpen: Bool { pattern.isOpen }

  /// Checks whether a host matches.
  ///
  /// - Parameter host: The host of a location.
  /// - Returns: Whether it matches.
  /// - Complexity: O(*n*), where *n* is the length of `host` in UTF-8 bytes.
  public func matches(_ host: String) -> Bool { pattern.matches(host) }
}
