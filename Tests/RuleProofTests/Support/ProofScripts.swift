import Foundation
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost

/// Scripts to test.
enum ProofScripts {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func of(_ main: String) -> RehearsalScripts { of(["main.lua": main]) }

  /// Scripts with these texts.
  static func of(_ files: [String: String]) -> RehearsalScripts {
    RehearsalScripts(files.mapValues { Array($0.utf8) }) { application in
      try ScriptHost(
        .texts(files),
        in: application,
        options: ScriptOptions(runsHeadless: true, loadsParts: true, logLimit: nil)
      )
    }
  }

  /// The scripts of an example, with some of their texts replaced.
  ///
  /// - Parameters:
  ///   - name: The name of the example.
  ///   - changes: For each path, a text that occurs once in the file, and its replacement.
  ///   - others: Files to add, by path. Default: none.
  /// - Returns: The scripts.
  /// - Throws: An error if a file cannot be read, or does not contain the text.
  static func example(
    _ name: String,
    changing changes: [(file: String, old: String, new: String)] = [],
    adding others: [String: String] = [:]
  ) throws -> RehearsalScripts {
    of(try files(of: name, changing: changes).merging(others) { $1 })
  }

  /// The texts of an example by path, without specs, some of them replaced.
  static func files(
    of name: String,
    changing changes: [(file: String, old: String, new: String)] = []
  ) throws -> [String: String] {
    let folder = root.appendingPathComponent("examples/\(name)")
    var files: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    where path.hasSuffix(".lua") && !path.hasPrefix("spec/") {
      files[path] = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }
    for change in changes {
      let parts = files[change.file]?.components(separatedBy: change.old) ?? []
      guard parts.count == 2 else { throw NoSuchText(file: change.file, text: change.old) }
      files[change.file] = parts.joined(separator: change.new)
    }
    return files
  }

  /// All files of an example, by path.
  static func allFiles(of example: String) throws -> [String: [UInt8]] {
    let folder = root.appendingPathComponent("examples/\(example)")
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let file = folder.appendingPathComponent(path)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        continue
      }
      files[path] = Array(try Data(contentsOf: file))
    }
    return files
  }

  /// The text to replace does not occur exactly once.
  struct NoSuchText: Error {
    let file: String
    let text: String
  }
}
