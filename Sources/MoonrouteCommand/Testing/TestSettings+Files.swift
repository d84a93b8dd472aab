#if Command
import ScriptHost
import ScriptReports
import ScriptTesting
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TestSettings {
  private var finder: SpecFinder {
    var finder = SpecFinder()
    if !files.pattern.isEmpty { finder.patterns = files.pattern }
    // An empty pattern disables the pattern of the configuration.
    finder.excludedPatterns = files.excludePattern.filter { !$0.isEmpty }
    finder.isRecursive = files.recursive ?? true
    return finder
  }

  private var roots: [String] {
    command.paths.isEmpty ? ["spec"] : command.paths.flatMap(Self.roots)
  }

  /// The files that contain tests but are not named like spec files.
  ///
  /// Empty if patterns are given.
  var misnamedSpecs: [String] { files.pattern.isEmpty ? finder.misnamed(in: specPaths) : [] }

  /// The paths without lines, each once.
  private var specPaths: [String] {
    var known: Set<String> = []
    return roots.map { Self.place($0).path }.filter { known.insert($0).inserted }
  }

  /// The lines of files in arguments such as `spec/cart_spec.lua:12`.
  func linesByFile() throws(SpecProblem) -> [String: [Int]] {
    var lines: [String: [Int]] = [:]
    var whole: Set<String> = []
    for place in roots.map(Self.place) {
      guard let line = place.line else {
        whole.insert(place.path)
        continue
      }
      for file in try finder.files(in: [place.path]) {
        let count = Self.lineCount(of: file)
        guard line <= count else {
          throw .badConfiguration("\(file):\(line)", "the file has only \(counted(count, "line")).")
        }
        lines[file, default: []].append(line)
      }
    }
    for file in try finder.files(in: Array(whole)) { lines[file] = nil }
    return lines
  }

  private static func lineCount(of file: String) -> Int {
    let bytes = (try? FileReader(limit: listBytes).bytes(of: file)) ?? []
    let ends = bytes.count { $0 == UInt8(ascii: "\n") }
    return bytes.last == UInt8(ascii: "\n") ? ends : ends + 1
  }

  /// Splits a line from the path of an existing file.
  static func place(_ root: String) -> (path: String, line: Int?) {
    let files = FileManager.default
    guard !files.fileExists(atPath: root) else { return (root, nil) }
    let parts = root.split(separator: ":", omittingEmptySubsequences: true)
    guard parts.count > 1, let line = Int(parts[parts.count - 1]), line > 0 else {
      return (root, nil)
    }
    let path = String(root[..<parts[parts.count - 1].startIndex].dropLast())
    let isFile = files.fileExists(atPath: path) && !files.fileExists(atPath: path + "/.")
    return isFile ? (path, line) : (root, nil)
  }

  /// The spec files, in the order of execution.
  func specs(seed: Int64) throws(SpecProblem) -> [String] {
    let (finder, roots) = (finder, specPaths)
    var found = try finder.files(in: roots)
    guard !found.isEmpty else { throw .noFiles(roots, patterns: finder.patterns) }
    if order.sortsFiles { found.sort() }
    if order.shufflesFiles {
      var generator = SeededGenerator(seed: UInt64(bitPattern: seed))
      found.shuffle(using: &generator)
    }
    return found
  }

  /// The paths in one argument: a comma-separated list, as in busted, if it is not a path.
  static func roots(_ word: String) -> [String] {
    guard !FileManager.default.fileExists(atPath: word) else { return [word] }
    let roots = word.split(separator: ",").map(String.init)
    return roots.isEmpty ? [word] : roots
  }
}
#endif
