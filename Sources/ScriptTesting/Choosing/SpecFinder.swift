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

  private func files(below root: String) throws(SpecProblem) -> [String] {
    let folder =
      root.utf8.count > 1 && root.utf8.last == UInt8(ascii: "/") ? String(root.dropLast()) : root
    let tree = FolderTree(
      folder,
      following: .none,
      depth: isRecursive ? FolderTree.depthLimit : 0
    ) { !$0.hasPrefix(".") }
    if let problem = tree.problem { throw .tooMuch(problem) }
    return tree.files.filter(isSpec).sorted().map(Self.cleaned)
  }

  private func isSpec(_ path: String) -> Bool {
    guard path.hasSuffix(".lua") else { return false }
    let name = String(path.lastPathPart)
    return patterns.contains { SpecPattern($0).matches(name) }
      && !excludedPatterns.contains { SpecPattern($0).matches(name) }
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
