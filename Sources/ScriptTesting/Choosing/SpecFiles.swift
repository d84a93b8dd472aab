import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct SpecFiles: Sendable {
  static let byteLimit = 16 << 20

  /// The patterns for modules outside the application, with `?` for the name.
  var searchPath: [String] = []

  /// The patterns of ``searchPath`` that may leave the project, as the user wrote them.
  var freePatterns: Set<String> = []

  /// Reads the files, and makes their writer.
  ///
  /// A sandbox limits it to the project.
  private(set) var reader = FileReader(limit: byteLimit)

  /// Returns the same files, readable only below the project's folders.
  ///
  /// - Parameters:
  ///   - specs: The spec files. The project includes their folders, and the current folder if it
  ///     contains them.
  ///   - application: The folder of the application, if any.
  /// - Returns: The files.
  func confined(to specs: [String], _ application: String?) -> SpecFiles {
    let own = specs.map { spec in spec.folderOfPath.map(String.init) ?? "." }
    var folders = Array(Set(own)).sorted() + (application.map { [$0] } ?? [])
    if let here = Self.currentFolder,
      own.contains(where: FileReader(limit: 0, below: [here]).holds)
    {
      folders.append(here)
    }
    var files = self
    files.reader = reader.confined(to: folders)
    return files
  }

  /// The current folder, unless it is the root of the file system.
  private static var currentFolder: String? {
    FileReader.realPath(".").flatMap { $0 == "/" ? nil : $0 }
  }

  /// The text of a module's file without a byte order mark and a `#!` line, and its path; `nil` if
  /// the file does not exist.
  func module(
    _ pattern: String,
    _ path: String
  ) throws(FileError) -> (text: [UInt8], path: String)? {
    let filled = Self.filled(pattern, with: path)
    // Without a sandbox, a module has the name that Lua gives it.
    let candidate = reader.folders == nil ? filled : Self.cleaned(filled)
    var reader = reader
    if reader.folders != nil, searchPath.contains(pattern), !path.contains("//"),
      !path.isWholePath
    {
      if freePatterns.contains(pattern) {
        reader = reader.confined(to: nil)
      } else if let here = Self.currentFolder {
        reader = reader.confined(to: (reader.folders ?? []) + [here])
      }
    }
    return try reader.bytes(of: candidate).map { (Self.withoutPreamble($0), candidate) }
  }

  /// The bytes of a file without a byte order mark and a `#!` line, or `nil` if it does not exist
  /// or cannot be read.
  func text(of path: String) -> [UInt8]? { try? load(path) }

  /// The bytes of a file without a byte order mark and a `#!` line, or `nil` if it does not exist.
  func load(_ path: String) throws(FileError) -> [UInt8]? {
    try reader.bytes(of: path).map(Self.withoutPreamble)
  }

  static func withoutPreamble(_ bytes: [UInt8]) -> [UInt8] {
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if text.first == UInt8(ascii: "#") { text = text.drop { $0 != UInt8(ascii: "\n") } }
    return Array(text)
  }

  static func scripts(below folder: String) -> Set<String> {
    guard !folder.isEmpty else { return [] }
    let scripts = FolderTree(folder, where: { !$0.hasPrefix(".") }).files
      .filter { $0.hasSuffix(".lua") }
    let folders = scripts.compactMap { path in path.folderOfPath.map { String($0.dropLast()) } }
    return Set(scripts + folders + [folder])
  }

  static func filled(_ pattern: String, with name: String) -> String {
    pattern.split(separator: "?", omittingEmptySubsequences: false).joined(separator: name)
  }

  static var folder: String { FileManager.default.currentDirectoryPath }

  /// A path relative to the current folder if it is inside it, otherwise the path itself.
  static func relative(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath
    guard !path.hasSameBytes(as: here) else { return "." }
    return path.path(below: here) ?? path
  }

  /// A path without a leading `./`.
  static func cleaned(_ path: String) -> String {
    path.path(below: ".") ?? path
  }
}
