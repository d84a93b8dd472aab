#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files that specs are made of, read when they are needed.
struct SpecFiles: Sendable {
  /// Where modules are looked for that are not the application's, `?` standing for the name.
  var searchPath: [String] = []

  /// All bytes of a file, or `nil` when there is none.
  static func bytes(of path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }

  /// The bytes of a file without a byte order mark and a `#!` line, or `nil` when there is none.
  func text(of path: String) -> [UInt8]? {
    guard let bytes = Self.bytes(of: path) else { return nil }
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if text.first == UInt8(ascii: "#") { text = text.drop { $0 != UInt8(ascii: "\n") } }
    return Array(text)
  }

  /// All scripts below a folder, with the folders that they lie in: one changes with what is in it.
  static func scripts(below folder: String) -> Set<String> {
    guard !folder.isEmpty else { return [] }
    let scripts = ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(".lua") && !$0.hasPrefix(".") && !$0.contains("/.") }
      .map { "\(folder)/\($0)" }
    let folders = scripts.compactMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    return Set(scripts + folders + [folder])
  }

  /// A line without the white space around it.
  static func trimmed(_ line: ArraySlice<UInt8>) -> String {
    var line = line.drop { $0 <= 0x20 }
    while let last = line.last, last <= 0x20 { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  /// A search pattern with the name in it.
  static func filled(_ pattern: String, with name: String) -> String {
    pattern.split(separator: "?", omittingEmptySubsequences: false).joined(separator: name)
  }

  /// A path as seen from the current folder, if it leads into that.
  static func relative(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath
    guard path != here else { return "." }
    return path.hasPrefix(here + "/") ? String(path.dropFirst(here.count + 1)) : path
  }

  /// A path without `./` in front.
  static func cleaned(_ path: String) -> String {
    path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }
}
