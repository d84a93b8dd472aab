import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the spec files that a change of files can affect.
///
/// A change affects a spec if it touches the spec itself, its snapshots, the first files of its
/// application, the helper, the configuration, a module that these require, a file that its last
/// run used, or a file that they name. The search reads scripts without running them. If a script
/// requires a module by a computed name and no run is recorded, any script counts.
package struct SpecReach {
  private let changed: Set<String>
  private let changedNames: Set<String>
  private let searchPath: [String]
  private let helper: String?
  private let configuration: String
  private let history: SpecHistory
  private let here: String
  private var known: [String: ScriptReferences?] = [:]

  /// Prepares the search.
  ///
  /// - Parameters:
  ///   - changed: The files that have changed, as absolute paths.
  ///   - searchPath: The patterns for modules, as in ``SpecSearchPath/modules``.
  ///   - helper: The file or module that runs before each spec file.
  ///   - configuration: The file with the options of the run.
  ///   - history: The record of earlier runs.
  package init(
    changed: Set<String>,
    searchPath: [String],
    helper: String? = nil,
    configuration: String = ".busted",
    history: SpecHistory = SpecHistory()
  ) {
    here = FileReader.realPath(".") ?? FileManager.default.currentDirectoryPath
    self.changed = changed
    changedNames = Set(changed.map { String($0.lastPathPart) })
    self.searchPath = searchPath
    self.helper = helper
    self.configuration = configuration
    self.history = history
  }

  /// Returns the spec files that a change can affect, in their order.
  package mutating func specs(among all: [String]) -> [String] {
    guard !changed.isEmpty else { return [] }
    var reached: [String] = []
    for spec in all where isReached(spec) { reached.append(spec) }
    return reached
  }

  private mutating func isReached(_ spec: String) -> Bool {
    let folder = SpecFinder.application(above: spec)
    let patterns = searchPath + (folder.map { ["\($0)/?.lua", "\($0)/?/init.lua"] } ?? [])
    let remembered = history.files[spec]?.paths ?? []
    var queue = [spec, SpecSnapshots.path(of: spec), configuration] + remembered
    if let folder { queue += ScriptSource.startFiles.map { "\(folder)/\($0)" } }
    if let helper {
      queue += helper.hasSuffix(".lua") ? [helper] : Self.candidates(helper, patterns)
    }
    var visited: Set<String> = []
    while let next = queue.popLast() {
      let path = absolute(next)
      guard visited.insert(path).inserted else { continue }
      if isChanged(path) { return true }
      guard path.hasSuffix(".lua"), let references = references(of: path) else { continue }
      if !changedNames.isDisjoint(with: references.words) { return true }
      if references.isOpen, remembered.isEmpty, changed.contains(where: { $0.hasSuffix(".lua") }) {
        return true
      }
      for module in references.modules { queue += Self.candidates(module, patterns) }
    }
    return false
  }

  private func isChanged(_ path: String) -> Bool {
    changed.contains(path) || FileReader.realPath(path).map(changed.contains) == true
  }

  private mutating func references(of path: String) -> ScriptReferences? {
    if let references = known[path] { return references }
    let references = SpecFiles().text(of: path).map(ScriptReferences.init)
    known[path] = .some(references)
    return references
  }

  /// The files that the name of a module can refer to.
  private static func candidates(_ module: String, _ patterns: [String]) -> [String] {
    // Lua uses `"./lib/x"` as written, including its dots.
    let names = [
      module.split(separator: ".").joined(separator: "/"),
      module.contains("/") ? module : "",
    ]
    return names.filter { !$0.isEmpty }
      .flatMap { name in patterns.map { SpecFiles.filled($0, with: name) } }
  }

  /// An absolute path without `.` and `..`.
  private func absolute(_ path: String) -> String {
    let whole = path.isWholePath ? path : here + "/" + path
    var parts: [Substring] = []
    for part in whole.pathParts where part != "." {
      if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
