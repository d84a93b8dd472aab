package import MessageStream
import RoutePatterns

/// The hosts and the apps that links files name.
package struct LinkSettings: Sendable, Equatable {
  /// An Android app: its package, and the fingerprints of its certificates.
  package struct AndroidApp: Sendable, Equatable {
    package let package: String
    package var fingerprints: [String]
  }

  static let fields = ["hosts", "apple", "android"]

  package private(set) var hosts: [String] = []
  /// The Apple app IDs, each a team and a bundle.
  package private(set) var apple: [String] = []
  package private(set) var android: [AndroidApp] = []

  package init() {}

  /// Reads the object `links` of the settings file.
  package init(reading json: JSON) throws(LinkFileProblem) {
    guard case .object(let fields) = json else {
      throw .badSettings(field: "links", expected: "an object")
    }
    for field in fields {
      switch field.name {
      case "hosts":
        for host in try Self.texts(field.value, "hosts") { try add(host: host) }
      case "apple": for id in try Self.texts(field.value, "apple") { try add(apple: id) }
      case "android":
        guard case .object(let apps) = field.value else {
          throw .badSettings(field: "android", expected: "an object of packages")
        }
        for app in apps {
          for fingerprint in try Self.texts(app.value, app.name) {
            try add(android: app.name, fingerprint)
          }
        }
      default: throw .unknownField(name: field.name)
      }
    }
  }

  private static func texts(_ json: JSON, _ field: String) throws(LinkFileProblem) -> [String] {
    let texts = json.items.compactMap(\.text)
    guard case .list(let items) = json, texts.count == items.count else {
      throw .badSettings(field: field, expected: "a list of texts")
    }
    return texts
  }

  package mutating func add(host: String) throws(LinkFileProblem) {
    do throws(HostError) {
      let host = try HostRule(parsing: host).description
      if !hosts.contains(host) { hosts.append(host) }
    } catch {
      throw .badHost(reason: error.description)
    }
  }

  package mutating func add(apple id: String) throws(LinkFileProblem) {
    let (team, bundle) = (id.prefix { $0 != "." }, id.drop { $0 != "." }.dropFirst())
    let isTeam =
      team.utf8.count == 10 && team.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard isTeam, Self.isName(bundle, more: "-") else { throw .badAppleID(id) }
    if !apple.contains(id) { apple.append(id) }
  }

  package mutating func add(android name: String, _ fingerprint: String) throws(LinkFileProblem) {
    guard Self.isName(name[...], more: "_"), name.contains(".") else { throw .badPackage(name) }
    let pairs = fingerprint.uppercased().split(separator: ":", omittingEmptySubsequences: false)
    guard pairs.count == 32, pairs.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) })
    else { throw .badFingerprint(fingerprint) }
    let written = pairs.joined(separator: ":")
    guard let index = android.firstIndex(where: { $0.package == name }) else {
      return android.append(AndroidApp(package: name, fingerprints: [written]))
    }
    if !android[index].fingerprints.contains(written) {
      android[index].fingerprints.append(written)
    }
  }

  /// Whether a text has words between its dots; a word has letters, digits and the characters of
  /// `more`.
  private static func isName(_ text: Substring, more: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false)
      .allSatisfy { word in
        !word.isEmpty
          && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || more.contains($0) }
      }
  }

  /// Replaces each list by the list of other settings, unless that list is empty.
  package mutating func replace(with other: LinkSettings) {
    if !other.hosts.isEmpty { hosts = other.hosts }
    if !other.apple.isEmpty { apple = other.apple }
    if !other.android.isEmpty { android = other.android }
  }
}
