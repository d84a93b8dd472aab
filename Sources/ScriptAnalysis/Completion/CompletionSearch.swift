import LuaSyntax
import Moonroute
import RoutePatterns
import ScriptHost

/// Finds the candidates for one position.
struct CompletionSearch {
  let script: AnalysedScript
  let place: TypingPlace
  let model: ApplicationModel
  let scope: Completion.Scope

  var tree: LuaTree { script.tree }

  /// The candidates, and the bytes to replace if they are more than the name.
  func found() -> (candidates: [CompletionCandidate], range: Range<Int>?) {
    switch place.form {
    case .text: return texts()
    case .member(let base): return (members(of: base), nil)
    case .name: return (names(), nil)
    case .comment: return (rules(), nil)
    case .nothing: return ([], nil)
    }
  }

  // MARK: Functions

  /// The global name of the function that a frame calls, also through a local variable.
  func function(of frame: TypingPlace.Frame) -> String? {
    frame.callee.flatMap { path($0, at: frame.start) }
  }

  func path(_ names: [String], at offset: Int) -> String? {
    guard let first = names.first else { return nil }
    guard let variable = script.variable(named: first, at: offset) else {
      return names.joined(separator: ".")
    }
    guard let value = script.constant(variable), let base = script.path(of: value) else {
      return nil
    }
    return ([base] + names.dropFirst()).joined(separator: ".")
  }

  /// The kind of name expected at the position: by the tokens, or otherwise by the declared type or
  /// the use of the string.
  func slot() -> NameSlot? {
    if let slot = slotByTokens() { return slot }
    let string = script.all(.string)
      .first { script.content(of: $0).lowerBound == place.replaced.lowerBound }
    return string.flatMap { script.expectedType(of: $0)?.slot ?? script.reachedSlot(of: $0) }
  }

  private func slotByTokens() -> NameSlot? {
    guard let frame = place.frames.first else { return nil }
    if let function = function(of: frame) {
      return NameSlot.of(function, argument: frame.argument)
    }
    guard frame.callee == nil else { return nil }
    let around = place.frames.dropFirst().first
    if let key = frame.key {
      if key == "to" { return .target }
      if key == "name", around?.callee != nil {
        return around.flatMap(function) == "events.on" ? .event : nil
      }
      return isDefinition(around) || key == "view" || key == "animator" || key == "redirect"
        ? NameSlot.ofField(key) : nil
    }
    // A list in a field, such as `tags = { "…" }`.
    guard let key = around?.key, around?.callee == nil else { return nil }
    return key == "tags" || key == "redirect" ? NameSlot.ofField(key) : nil
  }

  func isDefinition(_ frame: TypingPlace.Frame?) -> Bool {
    guard let names = frame?.callee else { return false }
    // Schemes and modules have the same functions: `shop.route { … }`.
    return names.count > 1 && NameSlot.definitions.contains("router.\(names.last ?? "")")
  }

  var isPattern: Bool {
    guard let frame = place.frames.first else { return false }
    if frame.callee == nil { return frame.key == "path" }
    guard let function = function(of: frame), frame.argument == 0 else { return false }
    return ["router.guard", "router.proxy", "router.mount", "router.lazy", "events.on"]
      .contains(function)
  }

  // MARK: Comments

  /// The names of rules after `-- moonroute: allow`.
  private func rules() -> [CompletionCandidate] {
    let typed = String(decoding: tree.text[place.typed], as: UTF8.self)
    guard typed.firstRange(of: "moonroute: allow") != nil else { return [] }
    return CheckRule.all.map { CompletionCandidate($0.id, .rule, detail: $0.severity.rawValue) }
      .sorted { $0.label < $1.label }
  }
}

extension CompletionSearch {
  /// The innermost function around the position whose first parameter has this name.
  func function(withParameter name: String, at offset: Int) -> LuaNode? {
    guard let variable = script.variable(named: name, at: offset) else { return nil }
    let declaration = tree.scopes.variables[variable].declaration
    guard tree.scopes.variables[variable].kind == .parameter,
      let parameters = tree.parent(of: declaration), tree.firstChild(of: parameters) == declaration
    else { return nil }
    return tree.parent(of: parameters)
  }
}
