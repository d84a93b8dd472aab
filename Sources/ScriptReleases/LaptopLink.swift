#if Releases
import ReleaseTrust
import TextTools

/// The link to the depot of a developer's machine, such as `moonroute-dev://192.168.1.5:7770/#KEY`.
///
/// The key is the beginning of the root's digest: it proves the depot, and nobody without it gets a
/// file.
package struct LaptopLink: Sendable, Equatable, CustomStringConvertible {
  package static let channel = "dev"
  package static let header = "X-Moonroute-Key"
  package static let rootPath = "metadata/1.root.json"

  /// The path of the depot on its server.
  package static let folder = "/api/depot"

  /// The maximum size of the root.
  package static let rootBytes = TrustLimit.rootBytes

  private static let scheme = "moonroute-dev://"
  private static let digitCount = 32

  /// The host and the port.
  private let place: String

  /// 32 hexadecimal digits.
  package let key: String

  package init(host: String, port: Int, root: [UInt8]) {
    place = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    key = Self.key(of: root)
  }

  /// Reads a link; `nil` for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count == 2, text.hasPrefix(Self.scheme), parts[1].utf8.count == Self.digitCount,
      parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    let place = parts[0].dropFirst(Self.scheme.count)
    let name = place.hasSuffix("/") ? place.dropLast() : place
    guard !name.isEmpty, !name.contains(where: { "/?@\\ ".contains($0) }) else { return nil }
    (self.place, key) = (String(name), String(parts[1]))
  }

  package var description: String { "\(Self.scheme)\(place)/#\(key)" }

  /// The address of the depot.
  package var address: String { "http://\(place)\(Self.folder)" }

  /// The name of the application in a root; `nil` if it is not the root of this link.
  package func app(in root: [UInt8]) -> String? {
    guard Self.key(of: root) == key else { return nil }
    return (try? Root(trusting: root))?.app
  }

  private static func key(of root: [UInt8]) -> String {
    String(Digest.sha256(root).prefix(digitCount))
  }
}
#endif
