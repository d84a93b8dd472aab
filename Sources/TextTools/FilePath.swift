/// File paths: their parts are separated by the byte `/`.
///
/// Swift strings consist of characters: a `/` and a combining mark after it form one character, so
/// that the path would not be split there, and two equivalent names would compare as equal. The
/// file system compares bytes.
extension String {
  private static var slash: UInt8 { UInt8(ascii: "/") }

  package var pathParts: [Substring] { utf8.split(separator: Self.slash).map(Substring.init) }

  /// The last part of a path, or empty text for a path without parts.
  package var lastPathPart: Substring {
    let rest = utf8.lastIndex { $0 != Self.slash }.map { utf8[...$0] } ?? utf8[..<utf8.startIndex]
    let start = rest.lastIndex(of: Self.slash).map(rest.index(after:)) ?? rest.startIndex
    return Substring(rest[start...])
  }

  /// The folder of a path, including its last slash; `nil` for a path without a slash.
  package var folderOfPath: Substring? {
    utf8.lastIndex(of: Self.slash).map { Substring(utf8[...$0]) }
  }

  package var isWholePath: Bool { utf8.first == Self.slash }

  /// The rest of a path below a folder, with or without a final slash; `nil` outside the folder.
  package func path(below folder: String) -> String? {
    var start = folder.utf8[...]
    if start.last == Self.slash { start = start.dropLast() }
    guard utf8.starts(with: start) else { return nil }
    let rest = utf8.dropFirst(start.count)
    return rest.first == Self.slash ? String(Substring(rest.dropFirst())) : nil
  }
}
