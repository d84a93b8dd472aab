package import MessageStream
import Moonroute
import ScriptHost
import TextTools

extension ScriptFinding {
  /// The finding as `check --json` prints it.
  package var json: JSON {
    let site = problem.site
    let related = related.map { place in
      JSON.fields(
        ("file", .text(place.file)),
        ("line", .integer(Int64(place.line))),
        ("message", .text(place.message))
      )
    }
    return .fields(
      ("file", .optional(site?.file)),
      ("line", Self.number(site?.line)),
      ("column", Self.number(problem.column)),
      ("end_line", Self.number(endLine)),
      ("end_column", Self.number(endColumn)),
      ("severity", .text(problem.severity.rawValue)),
      ("rule", .text(problem.code.rawValue)),
      ("message", .text(problem.message)),
      ("related", .list(related)),
      ("fix", fix?.json ?? .null)
    )
  }

  fileprivate static func number(_ number: Int?) -> JSON {
    number.map { .integer(Int64($0)) } ?? .null
  }

  /// The finding as a GitHub workflow command; the folder is relative to the repository.
  package func githubLine(in folder: String) -> String {
    let kind =
      switch problem.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var fields: [String] = []
    if let site = problem.site {
      fields.append("file=\(Self.escaped(folder + site.file, inField: true))")
      fields.append("line=\(site.line)")
      if let endLine { fields.append("endLine=\(endLine)") }
      if let column = problem.column { fields.append("col=\(column)") }
      if let endColumn, endLine == site.line { fields.append("endColumn=\(endColumn)") }
    }
    fields.append("title=\(problem.code.rawValue)")
    let message = Self.escaped(problem.message, inField: false)
    return "::\(kind) \(fields.joined(separator: ","))::\(message)"
  }

  private static func escaped(_ text: String, inField isField: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isField: result += "%3A"
      case "," where isField: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// All findings as one SARIF 2.1.0 document.
  package static func sarif(_ findings: [ScriptFinding], in folder: String, version: String) -> JSON
  {
    let rules = Set(findings.map(\.problem.code.rawValue)).sorted()
    let driver = JSON.fields(
      ("name", .text("moonroute")),
      ("version", .text(version)),
      ("rules", .list(rules.map { .fields(("id", .text($0))) }))
    )
    let run = JSON.fields(
      ("tool", .fields(("driver", driver))),
      ("columnKind", .text("utf16CodeUnits")),
      ("results", .list(findings.map { $0.sarifResult(in: folder) }))
    )
    return .fields(
      ("$schema", .text("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .text("2.1.0")),
      ("runs", .list([run]))
    )
  }

  private func sarifResult(in folder: String) -> JSON {
    var places: [JSON] = []
    if let site = problem.site {
      var region = [("startLine", JSON.integer(Int64(site.line)))]
      if let column = problem.column { region.append(("startColumn", .integer(Int64(column)))) }
      if let endLine { region.append(("endLine", .integer(Int64(endLine)))) }
      if let endColumn { region.append(("endColumn", .integer(Int64(endColumn)))) }
      let place = JSON.fields(
        ("artifactLocation", .fields(("uri", .text(folder + site.file)))),
        ("region", .object(region.map { JSON.Field($0.0, $0.1) }))
      )
      places.append(.fields(("physicalLocation", place)))
    }
    return .fields(
      ("ruleId", .text(problem.code.rawValue)),
      ("level", .text(problem.severity.rawValue)),
      ("message", .fields(("text", .text(problem.message)))),
      ("locations", .list(places))
    )
  }
}

extension ScriptFinding.Fix {
  /// The fix: its title, the range that it replaces and the replacement.
  fileprivate var json: JSON {
    .fields(
      ("title", .text(title)),
      ("line", ScriptFinding.number(place?.line)),
      ("column", ScriptFinding.number(place?.column)),
      ("end_line", ScriptFinding.number(place?.endLine)),
      ("end_column", ScriptFinding.number(place?.endColumn)),
      ("text", .text(text))
    )
  }
}

extension [ScriptFinding] {
  /// The maximum number of displayed findings per file.
  private static var shownLimit: Int { 100 }

  /// The first findings of each file, up to the limit, and a note that counts the rest.
  package func shown() -> [ScriptFinding] {
    let byFile = Dictionary(grouping: self) { $0.problem.site?.file }
    let large = byFile.filter { $0.value.count > Self.shownLimit }
    guard !large.isEmpty else { return self }
    var counts: [String?: Int] = [:]
    return flatMap { finding -> [ScriptFinding] in
      let file = finding.problem.site?.file
      counts[file, default: 0] += 1
      guard let all = large[file], let count = counts[file], count >= Self.shownLimit else {
        return [finding]
      }
      guard count == Self.shownLimit else { return [] }
      let rest = all.count - count
      let note = ScriptProblem(
        RouterError.Code(rawValue: CheckRule.leftOut.id),
        "\(counted(rest, "more finding")) in this file. Fix these first.",
        at: finding.problem.site,
        severity: CheckRule.leftOut.severity
      )
      return [finding, ScriptFinding(note)]
    }
  }

  /// The enabled findings, with the severities of the settings.
  package func judged(by settings: CheckSettings) -> [ScriptFinding] {
    compactMap { finding in
      guard let severity = settings.severity(of: finding.problem) else { return nil }
      var finding = finding
      finding.problem.severity = severity
      return finding
    }
  }

  /// A text after applying the fixes; if two fixes overlap, only the first is applied.
  package func fixed(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var at = 0
    let fixes = compactMap(\.fix).sorted { $0.range.lowerBound < $1.range.lowerBound }
    for fix in fixes where fix.range.lowerBound >= at && fix.range.upperBound <= text.count {
      result += text[at..<fix.range.lowerBound]
      result += [UInt8](fix.text.utf8)
      at = fix.range.upperBound
    }
    return result + text[at...]
  }
}
