import LuaSyntax
import Moonroute
import RoutePatterns
import TextTools

/// The comments about decisions and their possible targets, read from the scripts.
struct DecisionNotes {
  private let scripts: [String: AnalysedScript]
  private let rules: RouterRules
  /// The functions by the line on which they begin, by file.
  private let functions: [String: [Int: LuaNode]]

  init(_ scripts: [AnalysedScript], rules: RouterRules) {
    self.rules = rules
    self.scripts = Dictionary(scripts.map { ($0.file, $0) }) { first, _ in first }
    functions = self.scripts.mapValues { script in
      Dictionary(script.nodes(.function).map { (script.line(of: $0), $0) }) { first, _ in first }
    }
  }

  /// A decision with its comment and its targets.
  func step(_ decision: AskedDecision) -> RouteDocument.Step {
    let words = [decision.site, decision.registered].lazy.compactMap(\.self)
      .map(comment).first { !$0.isEmpty }
    return RouteDocument.Step(
      decision: decision,
      function: decision.target == nil ? decision.site.flatMap(name) : nil,
      words: words ?? "",
      targets: targets(of: decision)
    )
  }

  // MARK: Words

  private func line(_ number: Int, of script: AnalysedScript) -> String {
    guard number > 0, number <= script.lines.count else { return "" }
    let start = script.lines.start(ofLine: number)
    let end = script.lines.start(ofLine: number + 1)
    let bytes = script.tree.text[start..<max(start, end)]
    return String(decoding: bytes, as: UTF8.self).trimmed
  }

  /// The comment directly above a line, without annotations and suppressions.
  private func comment(above site: SourceSite) -> String {
    guard let script = scripts[site.file] else { return "" }
    var lines: [String] = []
    var number = site.line - 1
    while number > 0 {
      let text = line(number, of: script)
      guard text.hasPrefix("--"), !text.hasPrefix("--[") else { break }
      let words = text.drop { $0 == "-" }.trimmed
      if !text.hasPrefix("---@"), !words.hasPrefix("moonroute: allow") { lines.append(words) }
      number -= 1
    }
    return lines.reversed().filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The name of the function that begins on a line.
  private func name(of site: SourceSite) -> String? {
    guard let script = scripts[site.file] else { return nil }
    let text = line(site.line, of: script)
    guard let start = text.firstRange(of: "function ")?.upperBound else { return nil }
    let name = text[start...].prefix { $0.isLetter || $0.isNumber || "_.:".contains($0) }
    return name.isEmpty ? nil : String(name)
  }

  // MARK: Targets

  private func targets(of decision: AskedDecision) -> [RouteDocument.Target] {
    if let written = decision.target {
      return [RouteDocument.Target(route: decision.targetRoute, text: written)]
    }
    guard let site = decision.site, let script = scripts[site.file],
      let function = functions[site.file]?[site.line]
    else { return [] }
    var targets: [RouteDocument.Target] = []
    for statement in script.returns(of: function) {
      guard var answer = script.tree.firstChild(of: statement) else { continue }
      if script.tree.kind(of: answer) == .expressions {
        guard let first = script.tree.firstChild(of: answer) else { continue }
        answer = first
      }
      guard let target = target(script.value(of: answer), script), !targets.contains(target) else {
        continue
      }
      targets.append(target)
    }
    return targets
  }

  /// The target of an expression: a literal location, or `router.to` with a literal name.
  private func target(_ node: LuaNode, _ script: AnalysedScript) -> RouteDocument.Target? {
    if script.tree.kind(of: node) == .call, script.callee(of: node) == "router.to" {
      guard let name = script.string(of: script.arguments(of: node).first) else { return nil }
      return RouteDocument.Target(
        route: rules.directory.index.route(named: name)?.id,
        text: name
      )
    }
    guard let text = script.string(of: node), text.hasPrefix("/") || text.contains("://") else {
      return nil
    }
    return RouteDocument.Target(route: rules.route(fitting: text)?.id, text: text)
  }
}

extension RouterRules {
  func route(fitting text: String) -> RouteInfo? {
    guard let location = try? Location(parsing: text, rules: configuration.locationRules) else {
      return nil
    }
    return directory.index.match(location)?.route
  }
}
