import Moonroute
import MessageStream
import ScriptAnalysis
import ScriptHost

/// One application whose texts are edited: what was loaded last, and what is known since.
struct EditedApplication {
  /// The folder with `main.lua`.
  let folder: String
  /// Loads the texts beside the editor.
  let host: ScriptHost
  /// The scripts as they are now, by path, specs included.
  var scripts: [String: AnalysedScript] = [:] {
    didSet { symbols = nil }
  }
  /// The application as the last load that went well has it.
  var model = ApplicationModel.empty {
    didSet { symbols = nil }
  }
  /// The findings of that load by file, and the scripts that they are about.
  var findings: [String: [ScriptFinding]] = [:]
  var reviewed: [String: AnalysedScript] = [:]
  /// The problems of the last load by file, if it failed, and the texts that they are about.
  var loadProblems: [String: [ScriptFinding]] = [:]
  var unloaded: [String: AnalysedScript] = [:]
  /// Counts what asks for a load; the last one wins.
  var changeCount = 0
  /// The diagnostics that the editor shows, by URI.
  var published: [String: JSON] = [:]
  /// The symbols of the scripts, once they were asked for.
  private var symbols: ScriptSymbols?

  /// Begins with nothing loaded.
  init(folder: String) throws {
    self.folder = folder
    host = try Self.makeHost(of: folder)
  }

  /// Makes a host of an application, whose log nobody reads.
  static func makeHost(of folder: String) throws -> ScriptHost {
    try HeadlessScripts(.folder(folder)).silentHost(in: try Application())
  }

  /// The symbols of the scripts as they are now.
  mutating func currentSymbols() -> ScriptSymbols {
    if let symbols { return symbols }
    let fresh = ScriptSymbols(of: Array(scripts.values), model: model)
    symbols = fresh
    return fresh
  }

  /// The findings of a file as it is now.
  func findings(of file: String) -> [ScriptFinding] {
    guard let script = scripts[file] else {
      return (loadProblems[file] ?? []) + (loadProblems.isEmpty ? findings[file] ?? [] : [])
    }
    let isReviewed = reviewed[file]?.text == script.text
    if isReviewed, loadProblems.isEmpty { return findings[file] ?? [] }
    let own = ScriptReview(only: script, globals: model.globals).findings
    let isBroken = own.contains { $0.problem.code == .syntaxError }
    let textRules = Set(CheckRule.lua.map(\.id))
    let kept = (findings[file] ?? []).filter { !textRules.contains($0.problem.code.rawValue) }
    let problems = (loadProblems[file] ?? [])
      .filter { !isBroken || $0.problem.code != .syntaxError }
      .moved(from: unloaded[file], to: script)
    return own.omitting(reported: problems.map(\.problem)) + problems
      + kept.moved(from: reviewed[file], to: script)
  }
}

extension [ScriptFinding] {
  /// The findings of a text that has changed, those in lines that did not change.
  fileprivate func moved(from old: AnalysedScript?, to now: AnalysedScript) -> [ScriptFinding] {
    guard let old, old.text != now.text else { return self }
    return compactMap { $0.moved(from: old, to: now) }
  }
}
