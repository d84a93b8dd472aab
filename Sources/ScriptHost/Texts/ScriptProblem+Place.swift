import LuaRuntime
import LuaSyntax
import Moonroute
import RoutePatterns

extension ScriptProblem {
  /// Creates a mistake with the lines around it.
  init(
    _ code: RouterError.Code,
    _ message: String,
    at site: SourceSite?,
    severity: Severity = .error,
    traceback: [SourceFrame] = [],
    in texts: ScriptTexts
  ) {
    let highlight = site.map { ScriptLines.Highlight(line: $0.line, column: nil, length: 0) }
    self.init(
      code,
      message,
      in: site?.file,
      at: highlight,
      severity: severity,
      traceback: traceback,
      texts
    )
  }

  /// Creates a mistake in a table; the line that sets the field is shown.
  init(
    _ code: RouterError.Code,
    _ message: String,
    at place: ScriptPlace?,
    field: String?,
    in texts: ScriptTexts
  ) {
    let found = place.flatMap { place in
      field.flatMap { field in
        texts.lines(of: place.file).flatMap { $0.find(field: field, in: place.lines(in: $0)) }
      }
    }
    let start = place.map { ScriptLines.Highlight(line: $0.site.line, column: nil, length: 0) }
    self.init(code, message, in: place?.file, at: found ?? start, severity: .error, texts)
  }

  private init(
    _ code: RouterError.Code,
    _ message: String,
    in file: String?,
    at highlight: ScriptLines.Highlight?,
    severity: Severity,
    traceback: [SourceFrame] = [],
    _ texts: ScriptTexts
  ) {
    guard let file, let highlight else {
      self.init(code, message, severity: severity, traceback: traceback)
      return
    }
    self.init(
      code,
      message,
      at: SourceSite(file: file, line: highlight.line),
      column: highlight.column,
      severity: severity,
      frame: texts.lines(of: file).map { CodeFrame.text(of: $0, at: highlight) } ?? "",
      traceback: traceback
    )
  }

  /// Creates the problem for an error, at its own place or otherwise at `site`.
  init(_ error: RouterError, at site: SourceSite?, in texts: ScriptTexts) {
    let site = error.site ?? site
    if let pattern = error.pattern, let site {
      self.init(error.code, pattern, at: site, in: texts)
    } else {
      self.init(error.code, error.message, at: site, in: texts)
    }
  }

  /// The lines around the mistake show the pattern better than its caret does.
  private init(
    _ code: RouterError.Code,
    _ pattern: PatternError,
    at site: SourceSite,
    traceback: [SourceFrame] = [],
    in texts: ScriptTexts
  ) {
    self.init(
      code,
      pattern.message,
      in: site.file,
      at: texts.lines(of: site.file)?.find(pattern, from: site.line)
        ?? ScriptLines.Highlight(line: site.line, column: nil, length: 0),
      severity: .error,
      traceback: traceback,
      texts
    )
  }

  /// Creates the problem for a script's error, with the lines around it.
  init(
    _ error: LuaError,
    at site: SourceSite? = nil,
    hint: String = "",
    in texts: ScriptTexts
  ) {
    if error.code == .syntaxError, let file = error.position?.file, let text = texts[file] {
      self.init(parsing: text, error, in: file, texts)
      return
    }
    let site = SourceSite(error.position) ?? site
    let code = RouterError.Code(rawValue: error.code.rawValue)
    if let pattern = error.cause as? PatternError, let site {
      self.init(code, pattern, at: site, traceback: error.sourceFrames, in: texts)
      return
    }
    let message = error.message + hint
    self.init(code, message, at: site, traceback: error.sourceFrames, in: texts)
  }
}

extension ScriptProblem {
  /// Creates the problem for a script that Lua cannot parse, with a hint about common mistakes.
  private init(parsing text: [UInt8], _ error: LuaError, in file: String, _ texts: ScriptTexts) {
    let tree = LuaTree(text)
    let late = tree.problemFoundLate(error.message)
    let problem = late ?? tree.problems.first
    let hint = problem.map { tree.hint(for: $0) } ?? ""
    let line = error.position?.line ?? 1
    var highlight = ScriptLines.Highlight(line: line, column: nil, length: 0)
    let lines = LineTable(text)
    if let problem, late != nil || !hint.isEmpty, lines.line(of: problem.start) == line {
      highlight = ScriptLines.Highlight(
        line: line,
        column: lines.column(of: problem.start),
        length: min(problem.end, lines.start(ofLine: line + 1)) - problem.start
      )
    }
    self.init(
      RouterError.Code(rawValue: error.code.rawValue),
      error.message + ". The script does not parse." + (hint.isEmpty ? "" : " " + hint),
      in: file,
      at: highlight,
      severity: .error,
      traceback: error.sourceFrames,
      texts
    )
  }
}

extension SourceSite {
  init?(_ position: LuaPosition?) {
    guard let position else { return nil }
    self.init(file: position.file, line: position.line)
  }
}

extension RouterError {
  init(_ error: LuaError, hint: String = "") {
    self.init(
      Code(rawValue: error.code.rawValue),
      error.message + hint,
      at: SourceSite(error.position),
      traceback: error.sourceFrames
    )
  }
}

extension LuaError {
  /// The active calls; empty if there was just one, which the error's place shows.
  var sourceFrames: [SourceFrame] {
    guard traceback.count > 1 else { return [] }
    return traceback.map { frame in
      let site = SourceSite(file: frame.position.file, line: frame.position.line)
      return SourceFrame(site: site, label: frame.label)
    }
  }
}

extension ScriptLines {
  /// Finds a quoted pattern, and the mistake in it, in the first line that contains it.
  fileprivate func find(_ pattern: PatternError, from line: Int) -> Highlight? {
    let (template, offset) = pattern.excerpt
    guard !template.isEmpty, (1...count).contains(line) else { return nil }
    for number in line...min(count, line + 200) {
      guard let text = self[number] else { continue }
      for quote in [UInt8(ascii: "\""), UInt8(ascii: "'")] {
        let wanted = [quote] + Array(template.utf8) + [quote]
        guard text.count >= wanted.count else { continue }
        for start in text.startIndex...(text.endIndex - wanted.count)
        where text[start...].starts(with: wanted) {
          let column = start - text.startIndex + offset + 2
          return Highlight(line: number, column: column, length: 1)
        }
      }
    }
    return nil
  }
}
