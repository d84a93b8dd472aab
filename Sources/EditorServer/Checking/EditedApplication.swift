import Moonroute
import MessageStream
import ScriptAnalysis
import ScriptHost

/// An application that is open in the editor: the result of the last load, and later changes.
struct EditedApplication {
  /// The folder with `main.lua`.
  let folder: String
  /// Loads the application, independently of the editor's texts.
  let host: ScriptHost
  /// The current scripts by path, including specs.
  var scripts: [String: AnalysedScript] = [:] {
    didSet { symbols = nil }
  }
  var model = ApplicationModel.empty {
    didSet { symbols = nil }
  }
  /// The findings of the last load by file, and the scripts that they refer to.
  var findings: [String: [ScriptFinding]] = [:]
  var reviewed: [String: AnalysedScript] = [:]
  /// Counts requests for a load; only the last one takes effect.
  var changeCount = 0
  /// The differences of routes from the version in the settings, in a few words, by the names or
  /// patterns of the routes.
  var differences: [String: String] = [:]
  /// Counts comparisons; only the last one takes effect.
  var comparisonCount = 0
  /// Whether the files have not changed since the last comparison began.
  var isCompared = false
  /// The diagnostics that the editor shows, by URI.
  var published: [String: JSON] = [:]
  private var symbols: ScriptSymbols?

  init(folder: String) throws {
    self.folder = folder
    host = try Self.makeHost(of: folder)
  }

  static func makeHost(of folder: String) throws -> ScriptHost {
    try HeadlessScripts(.folder(folder)).silentHost(in: try LinkRouter(isolation: nil))
  }

  mutating func currentSymbols() -> ScriptSymbols {
    if let symbols { return symbols }
    let fresh = ScriptSymbols(of: Array(scripts.values), model: model)
    symbols = fresh
    return fresh
  }

  func findings(of file: String) -> [ScriptFinding] {
    let known = findings[file] ?? []
    guard let script = scripts[file], reviewed[file]?.text != script.text else { return known }
    let own = ScriptReview(only: script, globals: model.globals).findings
    let isBroken = own.contains { $0.problem.code == .syntaxError }
    let textRules = Set(CheckRule.lua.map(\.id))
    let kept =
      known.filter { finding in
        let code = finding.problem.code
        return !textRules.contains(code.rawValue) && !(isBroken && code == .syntaxError)
      }
      .moved(from: reviewed[file], to: script)
    return own.omitting(reported: kept.map(\.problem)) + kept
  }
}

extension [ScriptFinding] {
  /// The findings of a changed text, limited to unchanged lines.
  fileprivate func moved(from old: AnalysedScript?, to now: AnalysedScript) -> [ScriptFinding] {
    guard let old, old.text != now.text else { return self }
    return compactMap { $0.moved(from: old, to: now) }
  }
}
