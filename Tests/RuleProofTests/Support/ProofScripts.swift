import Foundation
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost

/// Scripts that are tried.
enum ProofScripts {
  /// The folder of the package.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Scripts of one file.
  static func of(_ main: String) -> RehearsalScripts { of(["main.lua": main]) }

  /// Scripts by their texts.
  static func of(_ files: [String: String]) -> RehearsalScripts {
    RehearsalScripts(files.mapValues { Array($0.utf8) }) { application in
      try ScriptHost(scripts: .files(files), in: application, runsHeadless: true) {
        $0.log = { _ in }
        $0.logLimit = nil
      }
    }
  }

  /// The scripts of an example, some of their texts replaced.
  ///
  /// - Parameters:
  ///   - name: The name of the example.
  ///   - changes: In the file of each path, what takes the place of a text that is there once.
  ///   - others: Files that are added, by path. Default: none.
  /// - Returns: The scripts.
  /// - Throws: When a file cannot be read, or has not the text.
  static func example(
    _ name: String,
    changing changes: [(file: String, old: String, new: String)] = [],
    adding others: [String: String] = [:]
  ) throws -> RehearsalScripts {
    of(try files(of: name, changing: changes).merging(others) { $1 })
  }

  /// The texts of an example by path, some of them replaced, specs left out.
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

  /// A text to be replaced is not there, or not once.
  struct NoSuchText: Error {
    let file: String
    let text: String
  }
}
