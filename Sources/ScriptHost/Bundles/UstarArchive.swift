import TextTools

/// A plain archive in the format `ustar` of POSIX.1-1988, with regular files only.
///
/// GNU tar writes the same bytes with `--format=ustar --owner=0 --group=0 --numeric-owner
/// --mode=0644 --mtime=@0`.
struct UstarArchive {
  struct File: Equatable {
    let path: String
    let bytes: [UInt8]
  }

  static let blockBytes = 512
  /// The size of the archive is a multiple of 20 blocks.
  static let recordBytes = 20 * blockBytes
  static let pathBytes = 100
  /// The largest size in 11 octal digits.
  private static let sizeLimit = 0o77777777777

  var files: [File]

  init(_ files: [File]) { self.files = files }

  // MARK: Writing

  /// The bytes of the archive, with the files in their order.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for file in files {
      bytes += Self.header(of: Array(file.path.utf8), size: file.bytes.count)
      bytes += file.bytes
      bytes.pad(to: Self.blockBytes)
    }
    bytes += [UInt8](repeating: 0, count: 2 * Self.blockBytes)
    bytes.pad(to: Self.recordBytes)
    return bytes
  }

  /// The fields of a header: their places, and the bytes that are the same in each header.
  private enum Field {
    static let path = 0..<pathBytes
    static let size = 124..<136
    static let checksum = 148..<156
    static let type = 156..<157
    static let link = 157..<257
    static let magic = 257..<265
    static let prefix = 345..<500
    static let fixed: [(place: Int, text: String)] = [
      (100, "0000644\0"), (108, "0000000\0"), (116, "0000000\0"), (136, "00000000000\0"),
      (156, "0"), (257, "ustar\u{0}00"), (329, "0000000\0"), (337, "0000000\0"),
    ]
  }

  private static func header(of path: [UInt8], size: Int) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: blockBytes)
    header.put(path, at: Field.path.lowerBound)
    header.put(octal(size, digits: 11), at: Field.size.lowerBound)
    for (place, text) in Field.fixed { header.put(Array(text.utf8), at: place) }
    // The checksum is computed with spaces in its own place.
    header.put([UInt8](repeating: UInt8(ascii: " "), count: 8), at: Field.checksum.lowerBound)
    let sum = header.reduce(0) { $0 + Int($1) }
    header.put(octal(sum, digits: 6) + [0, UInt8(ascii: " ")], at: Field.checksum.lowerBound)
    return header
  }

  private static func octal(_ number: Int, digits: Int) -> [UInt8] {
    let text = String(number, radix: 8)
    return Array((String(repeating: "0", count: max(0, digits - text.utf8.count)) + text).utf8)
  }

  // MARK: Reading

  /// Reads an archive that this type could have written; it refuses everything else.
  init(_ bytes: [UInt8], fileLimit: Int) throws(BundleError) {
    guard bytes.count % Self.recordBytes == 0, !bytes.isEmpty else {
      throw BundleError(
        "The archive has \(bytes.count) bytes, which is not a multiple of \(Self.recordBytes)."
          + " It may be incomplete: fetch it again."
      )
    }
    files = []
    var place = 0
    while bytes[place..<place + Self.blockBytes].contains(where: { $0 != 0 }) {
      guard files.count < fileLimit else {
        throw BundleError("The archive has more than \(fileLimit) files.")
      }
      let file = try Self.file(at: place, of: bytes)
      files.append(file)
      place += Self.blockBytes * (1 + (file.bytes.count + Self.blockBytes - 1) / Self.blockBytes)
      guard place + Self.blockBytes <= bytes.count else {
        throw BundleError("The archive ends without two empty blocks.")
      }
    }
    let isSame = self.bytes == bytes
    guard isSame else {
      throw BundleError(
        "There is something behind the last file, or between two files. Write the archive with"
          + " 'moonroute bundle'."
      )
    }
  }

  private static func file(at place: Int, of bytes: [UInt8]) throws(BundleError) -> File {
    let header = Array(bytes[place..<place + blockBytes])
    let path = header[Field.path].prefix { $0 != 0 }
    let name = String(decoding: path, as: UTF8.self).printable
    let digits = header[Field.size].dropLast()
    guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "7")).contains),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 8), size <= sizeLimit
    else { throw BundleError("'\(name)' in the archive: its size is not 11 octal digits.") }
    if Self.header(of: Array(path), size: size) != header {
      throw BundleError("'\(name)' in the archive: \(problem(of: header))")
    }
    let start = place + blockBytes
    guard size <= bytes.count - start else {
      throw BundleError("'\(name)' in the archive: its size exceeds the archive.")
    }
    return File(
      path: String(decoding: path, as: UTF8.self),
      bytes: Array(bytes[start..<start + size])
    )
  }

  private static func problem(of header: [UInt8]) -> String {
    let type = header[Field.type.lowerBound]
    if type != UInt8(ascii: "0") {
      let letter = String(decoding: [type], as: UTF8.self).printable
      return "it is not an ordinary file (type '\(letter)')."
    }
    if header[Field.magic] != Array("ustar\u{0}00".utf8)[...] {
      return "its header is not in the format ustar."
    }
    if header[Field.prefix].contains(where: { $0 != 0 }) { return "it has a prefix." }
    if header[Field.link].contains(where: { $0 != 0 }) { return "it names the target of a link." }
    var sum = header.reduce(0) { $0 + Int($1) }
    for byte in header[Field.checksum] { sum += Int(UInt8(ascii: " ")) - Int(byte) }
    if header[Field.checksum] != (octal(sum, digits: 6) + [0, UInt8(ascii: " ")])[...] {
      return "the checksum of its header is wrong. Fetch the archive again."
    }
    return "its header has an owner, a mode, a time or bytes that a bundle does not have."
  }
}

extension [UInt8] {
  fileprivate mutating func put(_ bytes: [UInt8], at place: Int) {
    replaceSubrange(place..<place + bytes.count, with: bytes)
  }

  fileprivate mutating func pad(to unit: Int) {
    append(contentsOf: repeatElement(0, count: (unit - count % unit) % unit))
  }
}
