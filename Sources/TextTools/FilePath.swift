/// Paths of files, whose parts are the bytes between slashes.
///
/// Texts of Swift are made of characters: a `/` before a combining mark is one character with it, so
/// that a path cannot be split there, and two names that look the same are equal. The system knows
/// bytes.
extension String {
  private static var slash: UInt8 { UInt8(ascii: "/") }

  /// The parts of a path, empty ones left out.
  package var pathParts: [Substring] { utf8.split(separator: Self.slash).map(Substring.init) }

  /// The last part of a path, or nothing of one without parts.
  package var lastPathPart: Substring {
    let rest = utf8.lastIndex { $0 != Self.slash }.map { utf8[...$0] } ?? utf8[..<utf8.startIndex]
    let start = rest.lastIndex(of: Self.slash).map(rest.index(after:)) ?? rest.startIndex
    return Substring(rest[start...])
  }

  /// The folder of a path up to its last slash, and with it; `nil` for a path without one.
  package var folderOfPath: Substring? {
    utf8.lastIndex(of: Self.slash).map { Substring(utf8[...$0]) }
  }

  /// Whether a path begins at the root.
  package var isWholePath: Bool { utf8.first == Self.slash }

  /// A path as it is seen from a folder above it.
  ///
  /// - Parameter folder: The folder, with or without a slash at its end.
  /// - Returns: The rest of the path, or `nil` for one that does not lie in that folder.
  package func path(below folder: String) -> String? {
    var start = folder.utf8[...]
    if start.last == Self.slash { start = start.dropLast() }
    guard utf8.starts(with: start) else { return nil }
    let rest = utf8.dropFirst(start.count)
    return rest.first == Self.slash ? String(Substring(rest.dropFirst())) : nil
  }
}
