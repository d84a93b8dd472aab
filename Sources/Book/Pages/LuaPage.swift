/// Writes the page of one part of the Lua API from its definitions, in Markdown.
///
/// ```swift
/// LuaPage(name: "events", definitions: definitions).text
/// ```
struct LuaPage {
  private let name: String
  private let definitions: [LuaDefinition]

  /// The name is that of the page's global, or of its file.
  init(name: String, definitions: [LuaDefinition]) {
    self.name = name
    self.definitions = definitions
  }

  var text: String {
    let global = definitions.first { $0.name == name }
    let opening = global.map(\.words) ?? LuaPage.summaries[name] ?? ""
    var parts = ["# \(name)", opening]
    if let global, !global.members.isEmpty { parts.append(members(of: global)) }
    let others = definitions.filter { $0.name != name }
    let calls = others.filter { $0.kind == .function }
    let shapes = others.filter { $0.kind != .function }
    if !calls.isEmpty { parts.append("## Functions") }
    parts += calls.map(section)
    if !shapes.isEmpty { parts.append("## Values and options") }
    parts += shapes.map(section)
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// The first sentences of pages without a global.
  private static let summaries = [
    "testing": "The words of specs, for `moonroute test`.",
    "time": "Timers, tasks and the clock.",
  ]

  private func section(_ definition: LuaDefinition) -> String {
    var parts = ["### `\(definition.name)`"]
    if let usage = usage(of: definition) { parts.append("```text\n\(usage)\n```") }
    if !definition.words.isEmpty { parts.append(definition.words) }
    let points =
      definition.parameters.map(point) + definition.results.filter { !$0.words.isEmpty }.map(answer)
    if !points.isEmpty { parts.append(points.joined(separator: "\n")) }
    if !definition.members.isEmpty { parts.append(members(of: definition)) }
    parts.append(notes(about: definition))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Whether a call may wait, and the release that introduced the definition.
  private func notes(about definition: LuaDefinition) -> String {
    // Tests only ensure for functions of the host that they never wait.
    let isOfHost = definition.kind == .function && name != "testing"
    let waiting = definition.mayWait ? ["May wait."] : isOfHost ? ["Never waits."] : []
    return (waiting + (definition.since.map { ["Since \($0)."] } ?? [])).joined(separator: " ")
  }

  private func usage(of definition: LuaDefinition) -> String? {
    switch definition.kind {
    case .function:
      let names = definition.parameters.map { $0.isOptional ? "\($0.name)?" : $0.name }
      let answers = definition.results.map(\.type).joined(separator: ", ")
      let call = "\(definition.name)(\(names.joined(separator: ", ")))"
      return answers.isEmpty ? call : "\(call) → \(answers)"
    case .alias, .value:
      return definition.members.isEmpty ? definition.base : nil
    case .table:
      return definition.overloads.isEmpty ? nil : definition.overloads.joined(separator: "\n")
    }
  }

  private func point(_ parameter: LuaDefinition.Member) -> String {
    let words = parameter.words.isEmpty ? "" : ": \(parameter.words)"
    return
      "- `\(parameter.name)` (`\(parameter.type)`\(parameter.isOptional ? ", optional" : ""))\(words)"
  }

  private func answer(_ result: LuaDefinition.Member) -> String {
    let name = result.name.isEmpty ? result.type : result.name
    return "- returns `\(name)`: \(result.words)"
  }

  private func members(of definition: LuaDefinition) -> String {
    let isChoice = definition.kind == .alias
    let heads = isChoice ? ["value", "meaning"] : ["field", "type", "meaning"]
    let rows = definition.members.map { member in
      let name = "`\(member.name)\(member.isOptional ? "?" : "")`"
      return isChoice ? [name, member.words] : [name, "`\(member.type)`", member.words]
    }
    let lines = [heads, heads.map { _ in "---" }] + rows
    let base = definition.base.map { "Also has the fields of `\($0)`.\n\n" } ?? ""
    let table = lines.map { cells in
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    return (isChoice ? "" : base) + table.joined(separator: "\n")
  }
}
