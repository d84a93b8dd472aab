#if Releases
/// The paths and names of a depot.
package enum DepotPath {
  package static let timestamp = "metadata/timestamp.json"

  package static func metadata(_ role: String, _ version: Int64) -> String {
    "metadata/\(version).\(role).json"
  }

  /// `targets/bundles/SHA256.shop-42.tar` for `bundles/shop-42.tar`.
  package static func target(_ name: String, sha256: String) -> String {
    let parts = name.split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return "targets/\(sha256).\(name)" }
    return "targets/\(parts[0])/\(sha256).\(parts[1])"
  }

  package static func channel(_ name: String) -> String { "channels/\(name).json" }

  /// Whether a target's name is a folder and a file name of at most 100 bytes in all.
  static func isTarget(_ name: String, in folder: String) -> Bool {
    guard name.utf8.count <= 100, name.hasPrefix("\(folder)/") else { return false }
    let file = name.utf8.dropFirst(folder.utf8.count + 1)
    return !file.isEmpty && file.first != UInt8(ascii: ".")
      && file.allSatisfy { isLetter($0) || isUpperLetter($0) || isDigit($0) || isMark($0) }
  }

  /// Whether a text may name an app or a channel: `[a-z0-9][a-z0-9-]{0,62}`.
  package static func isName(_ text: String) -> Bool {
    (1...63).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
      && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  /// Whether a text may be the id of a key: up to 128 visible characters of ASCII.
  static func isKeyID(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isUpperLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isMark(_ byte: UInt8) -> Bool { "._-".utf8.contains(byte) }
}
#endif
