/// The rules for reading a location: its limits, and how each scheme reads authority and fragment.
///
/// ```swift
/// var rules = LocationRules.standard
/// rules["app"].fragment = .path
/// try Location(parsing: "app://ignored#/view/7", rules: rules).path  // "/view/7"
/// ```
public struct LocationRules: Hashable, Sendable {
  /// The default rules.
  public static let standard = LocationRules()

  /// The maximum length of a location in bytes, as written and as printed; by default 64 KiB.
  public var maximumBytes = 65_536

  /// The maximum number of segments in a location; by default 256.
  public var maximumSegments = 256

  /// The maximum number of query items in a location; by default 1,024.
  public var maximumQueryItems = 1_024

  /// Whether `+` in a query means a space; by default it does.
  ///
  /// `%2B` always means a plus.
  public var plusAsSpace = true

  private var configured: [Entry] = []

  private struct Entry: Hashable {
    var name: [UInt8]
    var rules: LocationSchemeRules
  }

  /// Creates the standard rules.
  package init() {}

  /// The rules of one scheme.
  ///
  /// By default, the authority of `http` and `https` is a host, the authority of other schemes is
  /// the first path segment, and a fragment is text.
  ///
  /// - Parameter scheme: The name, in any case.
  public subscript(scheme: String) -> LocationSchemeRules {
    get {
      Array(scheme.lowercased().utf8).withUnsafeBufferPointer(own)
    }
    set {
      let entry = Entry(name: Array(scheme.lowercased().utf8), rules: newValue)
      configured.removeAll { $0.name == entry.name }
      let place = configured.firstIndex { entry.name.lexicographicallyPrecedes($0.name) }
      configured.insert(entry, at: place ?? configured.endIndex)
    }
  }

  /// Returns whether the rules of a scheme allow a host.
  ///
  /// A scheme without a list of hosts allows every host, and so does a scheme with another kind of
  /// authority. A list rejects locations without a host.
  ///
  /// - Parameters:
  ///   - host: The host of a location, or `nil` if it has none.
  ///   - scheme: The scheme of the location, or `nil` if it has none.
  /// - Returns: Whether the host is allowed.
  /// - Complexity: O(*n*), where *n* is the number of hosts in the list.
  package func allows(host: String?, scheme: String?) -> Bool {
    guard let scheme, case .host(let hosts) = self[scheme].authority, !hosts.isEmpty else {
      return true
    }
    guard let host else { return false }
    return hosts.contains { $0.matches(host) }
  }

  /// Whether the list of a scheme names a host.
  ///
  /// A rule that matches every host, such as `*.*`, does not count.
  package func lists(host: String, scheme: String) -> Bool {
    guard case .host(let hosts) = self[scheme].authority else { return false }
    return hosts.contains { !$0.isOpen && $0.matches(host) }
  }

  package var configuredSchemes: [String] {
    configured.map { String(decoding: $0.name, as: UTF8.self) }
  }

  func own(_ scheme: UnsafeBufferPointer<UInt8>) -> LocationSchemeRules {
    for entry in configured where entry.name.elementsEqual(scheme) { return entry.rules }
    return .standard(for: scheme)
  }
}
