import LuaRuntime
import Moonroute

extension ScriptProblem {
  /// A mistake with the lines around it.
  ///
  /// - Parameters:
  ///   - code: The kind of mistake.
  ///   - message: What happened and what to do.
  ///   - site: The line it comes from; of a definition its first line.
  ///   - field: The field it is about: the place becomes the line that sets it.
  ///   - lines: Where the field is looked for. Default: from the line on.
  ///   - severity: How much it matters.
  ///   - texts: The scripts.
  init(
    _ code: RouterError.Code,
    _ message: String,
    at site: SourceSite?,
    field: String? = nil,
    within lines: ClosedRange<Int>? = nil,
    severity: Severity = .error,
    in texts: ScriptTexts
  ) {
    guard let site, let text = texts.lines(of: site.file) else {
      self.init(code, message, at: site, severity: severity)
      return
    }
    let start = lines?.lowerBound ?? site.line
    let found = field.flatMap { text.find(field: $0, in: lines ?? start...Int.max) }
    let mark = found ?? ScriptLines.Mark(line: start, column: nil, length: 0)
    self.init(
      code,
      message,
      at: SourceSite(file: site.file, line: mark.line),
      column: mark.column,
      severity: severity,
      frame: CodeFrame.text(of: text, at: mark)
    )
  }

  /// What a script's error says, with the lines around it.
  init(_ error: LuaError, at site: SourceSite? = nil, in texts: ScriptTexts) {
    var message = error.message
    if error.code == .syntaxError { message += ". The script does not parse." }
    self.init(
      RouterError.Code(rawValue: error.code.rawValue),
      message,
      at: SourceSite(error.position) ?? site,
      in: texts
    )
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
