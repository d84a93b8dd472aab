import LuaSyntax
import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds spec files and their applications.
public struct SpecFinder: Sendable {
  /// Parts of file names to include: patterns of Lua that are plain text, apart from `%.`.
  public var patterns = ["_spec"]
  /// Parts of file names to exclude.
  public var excludedPatterns: [String] = []
  /// Whether the search includes subfolders.
  public var isRecursive = true

  /// Creates a finder for `_spec` files in all folders.
  public init() {}

  /// Returns the spec files below some paths, in order for each path.
  ///
  /// A file that is named directly always counts. Links to folders are not followed.
  ///
  /// - Throws: ``SpecProblem/noSuchPath(_:hint:)``, or ``SpecProblem/tooMuch(_:)`` if a folder
  ///   cannot be searched.
  public func files(in roots: [String]) throws(SpecProblem) -> [String] {
    var found: [String] = []
    for root in roots {
      guard FileManager.default.fileExists(atPath: root) else { throw .noSuchPath(root) }
      let isFolder = FileManager.default.fileExists(atPath: root + "/.")
      found += isFolder ? try files(below: root) : [Self.cleaned(root)]
    }
    return found
  }

  /// The number of bytes of a file that are searched for tests.
  private static let lookedAtBytes = 256 << 10

  /// Finds files below the folders among some paths that have tests but a name that does not match.
  ///
  /// It skips files that match an excluded pattern, and folders that cannot be searched.
  package func misnamed(in roots: [String]) -> [String] {
    let reader = FileReader(limit: Self.lookedAtBytes)
    return roots.flatMap { root -> [String] in
      let others = try? candidates(below: root).filter { !isSpec($0) && !isExcluded($0) }
      return (others ?? []).sorted().map(Self.cleaned)
        .filter { path in
          let text = (try? reader.bytes(of: path)).flatMap(\.self)
          return text.map { LuaTree($0).hasTests } ?? false
        }
    }
  }

  private func files(below root: String) throws(SpecProblem) -> [String] {
    try candidates(below: root).filter(isSpec).sorted().map(Self.cleaned)
  }

  /// The scripts below a folder, or an empty array for a file.
  private func candidates(below root: String) throws(SpecProblem) -> [String] {
    let folder =
      root.utf8.count > 1 && root.utf8.last == UInt8(ascii: "/") ? String(root.dropLast()) : root
    let tree = FolderTree(
      folder,
      following: .none,
      depth: isRecursive ? FolderTree.depthLimit : 0
    ) { !$0.hasPrefix(".") }
    if let problem = tree.problem { throw .tooMuch(problem) }
    return tree.files.filter { $0.hasSuffix(".lua") }
  }

  private func isSpec(_ path: String) -> Bool {
    let name = String(path.lastPathPart)
    return patterns.contains { SpecPattern($0).matches(name) } && !isExcluded(path)
  }

  private func isExcluded(_ path: String) -> Bool {
    let name = String(path.lastPathPart)
    return excludedPatterns.contains { SpecPattern($0).matches(name) }
  }

  private static func cleaned(_ path: String) -> String {
    var path = path
    while let rest = path.path(below: "."), !rest.isEmpty { path = rest }
    return path
  }

  /// Returns the folder of the nearest `main.lua` above a file, or `nil` if there is none.
  public static func application(above file: String) -> String? {
    let manager = FileManager.default
    let start = file.isWholePath ? file : manager.currentDirectoryPath + "/" + file
    var folder: [Substring] = []
    for part in start.pathParts where part != "." {
      if part == ".." { folder = folder.dropLast() } else { folder.append(part) }
    }
    while !folder.isEmpty {
      folder.removeLast()
      let path = "/" + folder.joined(separator: "/")
      if manager.fileExists(atPath: path + "/main.lua") { return path }
    }
    return nil
  }
}
