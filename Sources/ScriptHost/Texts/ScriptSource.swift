import Moonroute
import TextTools

// All of Foundation would include its language tables: 60 MB in a statically linked command, and a
// slower start.
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The source of a host's scripts.
public struct ScriptSource: Sendable {
  package enum Kind: Sendable {
    case folder(String)
    case file(String)
    /// Scripts in memory, and the path of the script that is loaded first.
    case texts([String: [UInt8]], entry: String)
  }

  package let kind: Kind

  /// The release that the scripts come from, for `reload.release`.
  package var release: ScriptRelease?

  /// A folder with `main.lua`, which is loaded first, and other scripts that it requires.
  ///
  /// - Parameter url: The folder.
  /// - Returns: The source.
  public static func folder(_ url: URL) -> ScriptSource { .folder(url.filePath) }

  /// A single script, which can require the others in its folder.
  ///
  /// - Parameter url: The file.
  /// - Returns: The source.
  public static func file(_ url: URL) -> ScriptSource { .file(url.filePath) }

  /// Scripts in memory, by their path: `main.lua` is loaded first.
  ///
  /// - Parameter texts: The texts.
  /// - Returns: The source.
  public static func texts(_ texts: [String: String]) -> ScriptSource {
    .texts(texts.mapValues { Array($0.utf8) }, entry: mainFile)
  }

  package static func texts(_ texts: [String: [UInt8]], entry: String) -> ScriptSource {
    ScriptSource(kind: .texts(texts, entry: entry))
  }

  private static let mainFile = "main.lua"

  package static func folder(_ path: String) -> ScriptSource { ScriptSource(kind: .folder(path)) }

  package static func file(_ path: String) -> ScriptSource { ScriptSource(kind: .file(path)) }

  /// The source at a path: a folder, or a single `.lua` file.
  ///
  /// - Throws: ``ScriptProblems`` if there is nothing to load.
  public static func at(_ path: String) throws(ScriptProblems) -> ScriptSource {
    guard FileManager.default.fileExists(atPath: path) else {
      throw ScriptProblems(
        ScriptProblem(
          .missingFile,
          "There is no file or folder '\(path)'.\(hint(for: path))"
        )
      )
    }
    let isFolder = FileManager.default.fileExists(atPath: path + "/.")
    return isFolder ? .folder(path) : .file(path)
  }

  private static func hint(for path: String) -> String {
    let hint = NearestPath.hint(for: path)
    return hint.isEmpty ? " Name a folder with main.lua, or a .lua file." : hint
  }

  var isOnDisk: Bool { if case .texts = kind { false } else { true } }

  var entry: String {
    switch kind {
    case .file(let path): path.lastPathPart.isEmpty ? path : String(path.lastPathPart)
    case .folder: Self.mainFile
    case .texts(_, let entry): entry
    }
  }

  /// The bytes of a file, or `nil` if it does not exist; a path cannot leave the application.
  func read(_ path: String, by reader: FileReader) throws(FileError) -> [UInt8]? {
    guard !Self.leavesFolder(path) else { return nil }
    switch kind {
    case .texts(let texts, _): return texts[path]
    case .folder(let folder): return try reader.bytes(of: folder + "/" + path)
    case .file(let file):
      guard path == entry else { return try reader.bytes(of: Self.folder(of: file) + path) }
      // The person named this file, so it may be anywhere.
      return try reader.confined(to: nil).bytes(of: file)
    }
  }

  /// If `staysInside`, the reader does not leave the application's folder.
  func reader(limit: Int, staysInside: Bool) -> FileReader {
    FileReader(limit: limit, below: staysInside ? watchedFolder.map { [$0] } : nil)
  }

  /// The paths of all scripts, sorted, without specs, and the reason why some are missing.
  func paths(staysInside: Bool) -> (paths: [String], problem: String?) {
    switch kind {
    case .file: return ([entry], nil)
    case .texts(let texts, _): return (texts.keys.filter(Self.isScript).sorted(), nil)
    case .folder(let folder):
      let root = Self.trimmed(folder)
      let tree = FolderTree(root, following: staysInside ? .inside : .all)
      let paths = tree.files.compactMap { $0.path(below: root) }
      return (paths.filter(Self.isScript).sorted(), tree.problem)
    }
  }

  /// The folder of the scripts, or `nil` for texts in memory.
  var watchedFolder: String? {
    switch kind {
    case .texts: nil
    case .folder(let folder): Self.trimmed(folder)
    case .file(let file):
      Self.folder(of: file).isEmpty ? "." : Self.trimmed(Self.folder(of: file))
    }
  }

  /// A path without trailing slashes.
  private static func trimmed(_ path: String) -> String {
    guard let last = path.lastIndex(where: { $0 != "/" }) else { return path.isEmpty ? "." : "/" }
    return String(path[...last])
  }

  /// The file with the looks of views, which no generation loads.
  package static let looksFile = "looks.lua"

  package static func isScript(_ path: String) -> Bool {
    path.hasSuffix(".lua") && !path.hasPrefix("spec/") && !isHidden(path)
      && path != looksFile
  }

  /// Whether a file or a folder in its path is hidden: its name begins with a dot.
  private static func isHidden(_ path: String) -> Bool {
    var last = UInt8(ascii: "/")
    for byte in path.utf8 {
      if byte == UInt8(ascii: "."), last == UInt8(ascii: "/") { return true }
      last = byte
    }
    return false
  }

  private static func leavesFolder(_ path: String) -> Bool {
    // Such a part begins with a dot, which is rare.
    isHidden(path) && path.pathParts.contains("..")
  }

  private static func folder(of file: String) -> String {
    file.folderOfPath.map(String.init) ?? ""
  }
}

extension URL {
  /// The path of a file, without escapes.
  fileprivate var filePath: String { path(percentEncoded: false) }
}
