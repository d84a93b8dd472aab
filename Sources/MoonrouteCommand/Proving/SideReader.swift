#if Command
import ArgumentParser
import LuaSyntax
import RuleProof
import ScriptAnalysis
import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the files of one version of an application: of a commit, a folder, a script or a bundle.
struct SideReader {
  /// A version, and the files that were left out, with the reasons.
  struct Found {
    let side: DiffSide
    var leftOut: [String] = []
    /// The object of the folder in git, which two versions with the same files share.
    var tree: String?
  }

  static let fileLimit = 5_000
  static let byteLimit = ChildProcess.byteLimit

  /// The endings of texts that can contain names, and the size of the largest one that is searched.
  private static let textEndings = [".snap", ".json", ".md"]
  private static let textBytes = 1 << 20

  /// The prefix that makes a name a commit even if it is a path.
  private static let commitPrefix = "git:"

  /// The name of the files on disk in messages.
  static let currentFiles = "the current files"

  private let application: String
  let folder: String
  private let entry: String

  /// Creates a reader for an application at a path.
  init(_ application: String) {
    self.application = application
    let isFolder = Self.isFolder(application)
    folder = isFolder ? application : DefinitionFolder.folder(ofFile: application)
    entry = isFolder ? "main.lua" : String(application.lastPathPart)
  }

  static func isPath(_ name: String) -> Bool { FileManager.default.fileExists(atPath: name) }

  private static func isFolder(_ path: String) -> Bool { isPath(path + "/.") }

  /// Reads the version with a name: a path if it exists, otherwise a commit.
  func read(_ name: String) throws -> Found {
    if name.hasPrefix(Self.commitPrefix) {
      return try commit(String(name.dropFirst(Self.commitPrefix.count)))
    }
    guard Self.isPath(name) else { return try commit(name) }
    guard !name.hasSuffix(BundleFile.ending) else {
      let bundle = try BundleFile.read(name)
      return Found(side: DiffSide(name, files: bundle.files, entry: bundle.entry))
    }
    return try SideReader(name).files(name)
  }

  /// Reads the application as it is on disk.
  func current() throws -> Found { try files(Self.currentFiles) }

  // MARK: Files

  private func files(_ name: String) throws -> Found {
    let reader = FileReader(limit: Self.byteLimit, below: [folder])
    let paths = entry == "main.lua" ? try listed() : nil
    var files: [String: [UInt8]] = [:]
    // A list of a folder has no hidden files.
    var waiting =
      (paths ?? [entry, DiffSide.linksFile] + ScriptSource.startFiles) + [CheckSettings.file]
    var room = Self.byteLimit
    while let path = waiting.popLast() {
      guard files[path] == nil else { continue }
      do throws(FileError) {
        guard let bytes = try reader.bytes(of: "\(folder)/\(path)") else { continue }
        files[path] = bytes
        room -= bytes.count
      } catch {
        throw ValidationError("\(error)".printable)
      }
      guard room >= 0 else { throw Self.tooLarge(name) }
      guard paths == nil, path.hasSuffix(".lua") else { continue }
      // The folder of a script may hold anything, so only the modules are read.
      waiting += LuaTree(files[path] ?? []).requiredModules.flatMap(ApplicationModel.files)
    }
    return Found(side: DiffSide(name, files: files, entry: entry))
  }

  /// The uses of a word in snapshots, settings and documents of the application.
  func otherUses(of word: String) -> [TextPlace] {
    texts(ending: Self.textEndings).sorted { $0.key < $1.key }
      .flatMap { TextPlace.all(of: word, $0.key, in: $0.value) }
  }

  /// The snapshots of the application, by path.
  func snapshots() -> [String: [UInt8]] { texts(ending: [".snap"]) }

  /// Other texts of an application, by path; only one in a folder of its own has any.
  private func texts(ending endings: [String]) -> [String: [UInt8]] {
    guard entry == "main.lua" else { return [:] }
    let reader = FileReader(limit: Self.textBytes, below: [folder])
    return FolderTree(folder).files
      .reduce(into: [:]) { texts, path in
        guard let name = path.path(below: folder), endings.contains(where: { name.hasSuffix($0) })
        else { return }
        texts[name] = try? reader.bytes(of: path)
      }
  }

  private func listed() throws -> [String] {
    let tree = FolderTree(folder)
    if let problem = tree.problem { throw ValidationError(problem.printable) }
    let paths = tree.files.compactMap { $0.path(below: folder) }.filter(DiffSide.reads)
    guard paths.count <= Self.fileLimit else { throw Self.tooMany(paths.count, folder) }
    return paths
  }

  private static func tooMany(_ count: Int, _ name: String) -> ValidationError {
    ValidationError(
      "'\(name.printable)' has \(count) scripts; at most \(fileLimit) can be compared."
    )
  }

  private static func tooLarge(_ name: String) -> ValidationError {
    ValidationError(
      "The scripts of '\(name.printable)' have more than \(byteLimit >> 20) MiB together."
    )
  }

  // MARK: Commits

  /// Reads a commit without a checkout; `main...` is where the current branch left `main`.
  private func commit(_ name: String) throws -> Found {
    let git = GitObjects(in: folder)
    do throws(GitObjects.Failure) {
      let commit = try git.commit(name)
      let listed = try git.files(of: commit)
      guard !listed.files.isEmpty else {
        throw .other("The commit '\(name)' has no files in \(folder).")
      }
      let wanted = listed.files.filter { DiffSide.reads($0.path) }
      guard wanted.count <= Self.fileLimit else {
        throw .other(Self.tooMany(wanted.count, name).message)
      }
      let tree = try git.tree(of: commit)
      var leftOut = listed.leftOut
      var files: [String: [UInt8]] = [:]
      for (file, bytes) in zip(wanted, try git.blobs(wanted.map(\.object))) {
        if Self.isPointer(bytes) {
          leftOut.append("\(file.path): its contents are in Git LFS")
        } else {
          files[file.path] = bytes
        }
      }
      let side = DiffSide(String(commit.prefix(7)), files: files, entry: entry)
      return Found(side: side, leftOut: leftOut, tree: tree)
    } catch {
      throw ValidationError(error.words(name).printable)
    }
  }

  private static func isPointer(_ bytes: [UInt8]) -> Bool {
    bytes.count < 1024 && bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8)
  }

  /// The words for a comparison with a commit, such as `main...work, 3 commits`.
  func title(from before: String) -> String {
    guard before.hasSuffix("..."), !Self.isPath(before) else {
      return "\(before) and \(Self.currentFiles)"
    }
    let git = GitObjects(in: folder)
    let branch = git.currentBranch.map { $0 == "HEAD" ? "" : $0 } ?? ""
    let count = (try? git.commit(before)).flatMap { git.commitCount(since: $0) }
    return before + branch + (count.map { ", " + counted($0, "commit") } ?? "")
  }
}
#endif
