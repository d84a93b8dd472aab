import LuaSyntax
import ScriptAnalysis

/// The changes of fields in the definitions of routes, guards, proxies and types.
struct FieldChanges {
  let script: AnalysedScript

  /// The rule functions, each with its number of uses.
  let uses: [LuaNode: Int]

  private var tree: LuaTree { script.tree }

  func note(in writer: inout ChangeWriter) {
    for table in definitions {
      for (name, item, value) in script.fields(of: table) {
        note(name, item, value, in: table, &writer)
      }
    }
    for call in script.nodes(.call) { note(call, &writer) }
  }

  /// The tables that define routes and groups, in text order.
  private var definitions: [LuaNode] {
    var tables = Set(script.definitionTables())
    for call in script.nodes(.call) {
      guard let callee = tree.firstChild(of: call), tree.kind(of: callee) == .field,
        ["group", "mount", "lazy"].contains(tree.name(of: callee))
      else { continue }
      tables.formUnion(script.arguments(of: call).filter { tree.kind(of: $0) == .table })
    }
    return tables.sorted { tree.range(of: $0).lowerBound < tree.range(of: $1).lowerBound }
  }

  private func note(
    _ name: String,
    _ item: LuaNode,
    _ value: LuaNode,
    in table: LuaNode,
    _ writer: inout ChangeWriter
  ) {
    switch name {
    case "redirect":
      let rule = Self.rule(ofRedirectIn: table, of: script)
      if tree.kind(of: value) == .table {
        for entry in tree.children(of: value) where tree.kind(of: entry) == .item {
          tree.firstChild(of: entry).map { noteRedirect($0, rule, in: item, &writer) }
        }
      } else {
        noteRedirect(value, rule, in: item, &writer)
      }
    case "on_exit":
      if isReference(value) {
        writer.replace(value, with: "nil", .drop, of: .guard, in: item)
      }
    case "animator":
      if !isFunction(value), tree.kind(of: value) != .nilLiteral {
        writer.replace(value, with: "nil", .noAnimator, of: .animator, in: item)
      }
    case "priority": noteNumber(value, in: item, &writer)
    case "path": widen(value, in: item, &writer)
    case "query":
      for (_, item, value) in script.fields(of: value) { widenQuery(value, in: item, &writer) }
    default: break
    }
  }

  private func noteRedirect(
    _ value: LuaNode,
    _ rule: RuleChange.Rule,
    in item: LuaNode,
    _ writer: inout ChangeWriter
  ) {
    let pass = "function() return true end"
    switch tree.kind(of: value) {
    case .string:
      writer.replace(value, with: pass, .forget, of: .redirect, in: item)
    case .function:
      // None of its return values can be changed to allow the open.
      if rule == .guard, FunctionChanges.onlyRaises(value, in: script) {
        writer.replace(value, with: pass, .drop, of: rule, in: item)
      }
    default:
      guard isReference(value) else { return }
      writer.replace(value, with: pass, rule == .guard ? .drop : .forget, of: rule, in: item)
    }
  }

  /// Records the changes of a call that registers a rule.
  private func note(_ call: LuaNode, _ writer: inout ChangeWriter) {
    let arguments = script.arguments(of: call)
    guard let name = script.callee(of: call), let first = arguments.first else { return }
    switch name {
    case "router.guard", "router.proxy":
      widen(first, in: call, &writer)
      guard arguments.count > 1 else { return }
      let decision = arguments[1]
      let isGuard = name == "router.guard"
      if tree.kind(of: decision) == .function {
        if isGuard, FunctionChanges.onlyRaises(decision, in: script) {
          writer.replace(decision, with: "function() return true end", .drop, of: .guard, in: call)
        }
      } else if tree.kind(of: decision) == .string || isReference(decision) {
        writer.replace(
          decision,
          with: isGuard ? "function() return true end" : "function() end",
          isGuard ? .drop : .forget,
          of: isGuard ? .guard : .proxy,
          in: call
        )
      }
      if arguments.count > 2, tree.kind(of: arguments[2]) == .table {
        for (name, item, value) in script.fields(of: arguments[2]) where name == "priority" {
          noteNumber(value, in: item, &writer)
        }
      }
    case "router.type":
      guard arguments.count > 1, tree.kind(of: arguments[1]) == .table else { return }
      for (name, item, value) in script.fields(of: arguments[1]) where name == "match" {
        writer.replace(value, with: "\".+\"", .widen, of: .type, in: item)
      }
    default: return
    }
  }

  /// Whether a value names or creates a decision that other places share.
  private func isReference(_ value: LuaNode) -> Bool {
    switch tree.kind(of: value) {
    case .name, .field, .indexed, .call, .methodCall, .parenthesized:
      let function = script.value(of: value)
      guard tree.kind(of: function) == .function else { return true }
      // A function with one use is changed itself.
      return uses[function] ?? 0 > 1 || FunctionChanges.onlyRaises(function, in: script)
    default: return false
    }
  }

  private func isFunction(_ value: LuaNode) -> Bool {
    tree.kind(of: script.value(of: value)) == .function
  }

  /// `redirect` is a guard on a route with a view, an action or child routes, otherwise a redirect.
  static func rule(ofRedirectIn table: LuaNode, of script: AnalysedScript) -> RuleChange.Rule {
    let parts: Set = ["view", "action", "routes", "tabs"]
    let fields = script.fields(of: table).map(\.name)
    // A mounted module has its path elsewhere.
    return !fields.contains("path") || fields.contains(where: parts.contains) ? .guard : .redirect
  }

  /// Records a change to the lowest priority.
  private func noteNumber(_ value: LuaNode, in item: LuaNode, _ writer: inout ChangeWriter) {
    let text = tree.text(of: value)
    guard let number = Int32(text), number > -1_000 else { return }
    writer.replace(value, with: "-1000", .lower, of: .priority, in: item)
  }

  /// Records a change of each pattern parameter to any text.
  private func widen(_ value: LuaNode, in item: LuaNode, _ writer: inout ChangeWriter) {
    guard tree.kind(of: value) == .string else { return }
    for constraint in PatternConstraints.ranges(in: tree.text, script.content(of: value)) {
      writer.replace(constraint, with: [], .widen, of: .type, in: item, at: value)
    }
  }

  /// Records a change of a query field to any text.
  private func widenQuery(_ value: LuaNode, in item: LuaNode, _ writer: inout ChangeWriter) {
    guard let text = tree.string(of: value) else { return }
    let mark = ["?", "[]"].first(where: text.hasSuffix) ?? ""
    let wide = "\"string\(mark)\""
    guard text != "string\(mark)" else { return }
    writer.replace(value, with: wide, .widen, of: .type, in: item)
  }
}

enum PatternConstraints {
  /// The byte ranges of constraints, such as `<int>` and `(\d+)`, within the range of a pattern.
  static func ranges(in text: [UInt8], _ pattern: Range<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var at = pattern.lowerBound
    while at < pattern.upperBound {
      guard text[at] == UInt8(ascii: ":") else {
        at += 1
        continue
      }
      let start = text[(at + 1)..<pattern.upperBound].firstIndex { !isOfName($0) }
      guard let start else { break }
      at = start
      switch text[start] {
      case UInt8(ascii: "<"):
        guard let end = text[start..<pattern.upperBound].firstIndex(of: UInt8(ascii: ">")) else {
          continue
        }
        ranges.append(start..<end + 1)
        at = end + 1
      case UInt8(ascii: "("):
        // `(/` starts an optional part.
        guard start + 1 < pattern.upperBound, text[start + 1] != UInt8(ascii: "/"),
          let end = end(ofGroupAt: start, in: text, pattern)
        else { continue }
        ranges.append(start..<end)
        at = end
      default: continue
      }
    }
    return ranges
  }

  /// The offset after the matching closing parenthesis.
  private static func end(ofGroupAt start: Int, in text: [UInt8], _ pattern: Range<Int>) -> Int? {
    var depth = 0
    var at = start
    while at < pattern.upperBound {
      switch text[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return at + 1 }
      default: break
      }
      at += 1
    }
    return nil
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
