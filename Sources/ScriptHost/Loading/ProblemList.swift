import LuaRuntime
import Moonroute

/// The mistakes found while loading, each once.
struct ProblemList {
  private(set) var all: [ScriptProblem] = []

  /// Takes down a mistake that is not there yet.
  mutating func add(_ problem: ScriptProblem) {
    if !all.contains(problem) { all.append(problem) }
  }

  /// The mistakes by file, line and message.
  var sorted: [ScriptProblem] {
    all.sorted {
      ($0.site?.file ?? "", $0.site?.line ?? 0, $0.message)
        < ($1.site?.file ?? "", $1.site?.line ?? 0, $1.message)
    }
  }
}

extension ScriptProblem {
  /// A mistake with the lines around it.
  ///
  /// - Parameters:
  ///   - code: The kind of mistake.
  ///   - message: What happened and what to do.
  ///   - site: The line it comes from; of a definition its first line.
  ///   - field: The field it is about: the place becomes the line that sets it.
  ///   - severity: How much it matters.
  ///   - texts: The scripts.
  init(
    _ code: RouterError.Code,
    _ message: String,
    at site: SourceSite?,
    field: String? = nil,
    severity: Severity = .error,
    in texts: ScriptTexts
  ) {
    guard let site, let text = texts[site.file] else {
      self.init(code, message, at: site, severity: severity)
      return
    }
    let found = field.flatMap { CodeFrame.find(field: $0, in: text, from: site.line) }
    let mark = found ?? CodeFrame.Mark(line: site.line, column: nil, length: 0)
    self.init(
      code,
      message,
      at: SourceSite(file: site.file, line: mark.line),
      column: mark.column,
      severity: severity,
      frame: CodeFrame.text(of: text, at: mark)
    )
  }

  /// What a script's error says, with the lines around it and the way there.
  init(_ error: LuaError, in texts: ScriptTexts) {
    var message = error.message
    if error.code == .syntaxError { message += ". The script does not parse." }
    let site = error.position.map { SourceSite(file: $0.file, line: $0.line) }
    self.init(RouterError.Code(rawValue: error.code.rawValue), message, at: site, in: texts)
  }
}

extension SourceSite {
  /// The place that Lua names.
  init?(_ position: LuaPosition?) {
    guard let position else { return nil }
    self.init(file: position.file, line: position.line)
  }
}

extension RouterError {
  /// A script's error as the router reports it.
  init(_ error: LuaError) {
    self.init(
      Code(rawValue: error.code.rawValue),
      error.message,
      at: SourceSite(error.position)
    )
  }
}
