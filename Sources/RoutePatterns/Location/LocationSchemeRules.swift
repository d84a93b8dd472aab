/// The rules for the authority and the fragment of one scheme.
public struct LocationSchemeRules: Hashable, Sendable {
  /// The meaning of the text between `//` and the path.
  public enum Authority: Hashable, Sendable {
    /// The first path segment: `shop://user/7` is `/user/7`.
    case segment

    /// A host, which is not part of the path. An empty list allows every host.
    case host([HostRule])

    /// None: it is dropped.
    case ignore
  }

  /// The meaning of the text after `#`.
  public enum Fragment: Hashable, Sendable {
    /// Text, which is never matched.
    case text

    /// A path with a query, which replaces authority and path: `#/view/x?a=1`. Its query is added.
    ///
    /// With a list of hosts, the location keeps its host, so that the list still applies.
    case path

    /// More query items: `#a=1&b=2`.
    case query
  }

  /// The meaning of the authority.
  public var authority: Authority

  /// The meaning of the fragment.
  public var fragment: Fragment

  /// Creates the rules of a scheme.
  ///
  /// - Parameters:
  ///   - authority: The meaning of the authority; by default the first path segment.
  ///   - fragment: The meaning of the fragment; by default text.
  public init(authority: Authority = .segment, fragment: Fragment = .text) {
    self.authority = authority
    self.fragment = fragment
  }

  /// Whether the scheme allows only listed hosts.
  var isConfined: Bool {
    guard case .host(let hosts) = authority else { return false }
    return !hosts.isEmpty
  }

  static func standard(for scheme: UnsafeBufferPointer<UInt8>) -> LocationSchemeRules {
    LocationSchemeRules(authority: isWeb(scheme) ? .host([]) : .segment)
  }

  /// Returns whether a scheme is `http` or `https`; byte by byte, because every parse calls it.
  private static func isWeb(_ scheme: UnsafeBufferPointer<UInt8>) -> Bool {
    guard scheme.count == 4 || scheme.count == 5, scheme[0] == UInt8(ascii: "h"),
      scheme[1] == UInt8(ascii: "t"), scheme[2] == UInt8(ascii: "t"),
      scheme[3] == UInt8(ascii: "p")
    else { return false }
    return scheme.count == 4 || scheme[4] == UInt8(ascii: "s")
  }
}
