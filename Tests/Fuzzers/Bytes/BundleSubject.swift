import ScriptHost

/// Bundles: an archive that is read is exactly the one that would be written.
///
/// Each three bytes of a case change one byte of a valid archive: two for its place, one value. A
/// value written into a header also corrects the header's checksum.
struct BundleSubject: ByteSubject {
  static let name = "bundle"

  let pieces = [
    "\u{0}\u{0}.", "\u{0}\u{0}/", "\u{0}\u{1}.", "\u{0}\u{4}A", "\u{0}\u{7C}7", "\u{0}\u{7D}1",
    "\u{0}\u{7F}2", "\u{1}\u{1}x", "\u{0}d1", "\u{2}\u{0}{", "\u{2}\u{8}9", "\u{4}\u{0}m",
    "\u{4}\u{1}b", "\u{6}\u{0} ", "\u{8}\u{0}\u{0}", "\u{27}\u{7F}x",
  ]

  private static let archive: [UInt8] = {
    let files = ["main.lua": "return 1\n", "lib/a.lua": "-- a\n", "spec/smoke/b_spec.lua": ""]
    let bundle = try? ScriptBundle(
      app: "shop",
      version: 7,
      needs: .init(functions: ["f"], views: ["V"]),
      files: files.mapValues { Array($0.utf8) }
    )
    return bundle?.bytes ?? []
  }()

  func problem(of bytes: [UInt8]) -> String? {
    var archive = Self.archive
    for start in stride(from: 0, to: bytes.count - 2, by: 3) {
      let place = (Int(bytes[start]) << 8 | Int(bytes[start + 1])) % archive.count
      archive[place] = bytes[start + 2]
      Self.sign(&archive, block: place / 512)
    }
    return [archive, bytes].lazy.compactMap(Self.problem(ofArchive:)).first
  }

  private static func problem(ofArchive bytes: [UInt8]) -> String? {
    guard let bundle = try? ScriptBundle(bytes) else { return nil }
    if bundle.bytes != bytes { return "twice: other bytes are written" }
    let isOpen = bundle.files.keys.contains { $0.hasPrefix("/") || $0.contains("..") }
    return isOpen ? "outside: a path leaves the folder" : nil
  }

  /// Corrects the checksum if the block is a header.
  private static func sign(_ archive: inout [UInt8], block: Int) {
    let start = block * 512
    guard archive[start + 257..<start + 262].elementsEqual("ustar".utf8) else { return }
    archive.replaceSubrange(start + 148..<start + 156, with: Array("        ".utf8))
    let digits = String(archive[start..<start + 512].reduce(0) { $0 + Int($1) }, radix: 8)
    let padded = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    archive.replaceSubrange(start + 148..<start + 156, with: Array(padded.utf8) + [0, 0x20])
  }
}
