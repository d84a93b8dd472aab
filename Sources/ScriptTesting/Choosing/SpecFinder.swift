import LuaSyntax
import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds spec files, and the application that each belongs to.
public struct SpecFinder: Sendable {
  /// Parts of file names, as patterns of Lua that need no more than plain text and `%.`.
  public var patterns = ["_spec"]
  /// Parts of file names that are left out.
  public var excludedPatterns: [String] = []
  /// Whether folders in folders are looked into.
  public var isRecursive = true

  /// Finds `_spec` files in all folders.
  public init() {}

  /// The spec files below some paths, each path's in order; a file that is named is always one.
  ///
  /// Links to folders are not followed.
  ///
  /// - Throws: ``SpecProblem/noSuchPath(_:hint:)``, or ``SpecProblem/tooMuch(_:)`` for a folder that
  ///   cannot be looked through.
  public func files(in roots: [String]) throws(SpecProblem) -> [String] {
    var found: [String] = []
    for root in roots {
      guard FileManager.default.fileExists(atPath: root) else { throw .noSuchPath(root) }
      let isFolder = FileManager.default.fileExists(atPath: root + "/.")
      found += isFolder ? try files(below: root) : [Self.cleaned(root)]
    }
    return found
  }

  /// The most bytes of a file that is looked at for tests.
  private static let lookedAtBytes = 256 << 10

  /// The files below the folders among some paths that have tests and a name that is not run.
  ///
  /// Files that an excluded pattern fits are left out on purpose, and so is a folder that cannot be
  /// looked through.
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

  /// The scripts below a folder; none below a file.
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

  /// The folder of the application whose `main.lua` is nearest above a file, or `nil`.
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
