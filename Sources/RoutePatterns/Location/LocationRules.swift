/// The rules for reading a location: its limits, and how each scheme reads authority and fragment.
///
/// ```swift
/// var rules = LocationRules.standard
/// rules["app"].fragment = .path
/// try Location(parsing: "app://ignored#/view/7", rules: rules).path  // "/view/7"
/// ```
public struct LocationRules: Hashable, Sendable {
  /// The rules when nothing is configured.
  public static let standard = LocationRules()

  /// The most bytes a location may have, as written and as printed; by default 64 KiB.
  public var maximumBytes = 65_536

  /// The most segments a location may have; by default 256.
  public var maximumSegments = 256

  /// The most query items a location may have; by default 1,024.
  public var maximumQueryItems = 1_024

  /// Whether `+` in a query is a space; by default it is.
  ///
  /// `%2B` is a plus either way.
  public var plusAsSpace = true

  /// The schemes that were configured, by name.
  private var configured: [Entry] = []

  /// The rules of one scheme, under its lower-cased name.
  private struct Entry: Hashable {
    var name: [UInt8]
    var rules: LocationSchemeRules
  }

  /// Makes the standard rules.
  public init() {}

  /// The rules of one scheme.
  ///
  /// Without a setting, the authority of `http` and `https` is a host, and that of any other
  /// scheme is the first path segment; a fragment is text.
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

  /// Answers whether the rules of a scheme let a host in.
  ///
  /// A scheme without a list of hosts lets every host in, and so does one whose authority is not
  /// a host. With a list, a location without a host is not let in.
  ///
  /// - Parameters:
  ///   - host: The host of a location, or `nil` if it has none.
  ///   - scheme: The scheme of the location, or `nil` if it has none.
  /// - Returns: Whether the host is let in.
  /// - Complexity: O(*n*), where *n* is the number of hosts in the list.
  public func allows(host: String?, scheme: String?) -> Bool {
    guard let scheme, case .host(let hosts) = self[scheme].authority, !hosts.isEmpty else {
      return true
    }
    guard let host else { return false }
    return hosts.contains { $0.matches(host) }
  }

  /// Whether a host is among those that are listed for a scheme.
  ///
  /// A rule that fits every host, such as `*.*`, lists none.
  package func lists(host: String, scheme: String) -> Bool {
    guard case .host(let hosts) = self[scheme].authority else { return false }
    return hosts.contains { !$0.isOpen && $0.matches(host) }
  }

  package var configuredSchemes: [String] {
    configured.map { String(decoding: $0.name, as: UTF8.self) }
  }

  /// Answers the rules of a scheme, given in lower case.
  func own(_ scheme: UnsafeBufferPointer<UInt8>) -> LocationSchemeRules {
    for entry in configured where entry.name.elementsEqual(scheme) { return entry.rules }
    return .standard(for: scheme)
  }
}
