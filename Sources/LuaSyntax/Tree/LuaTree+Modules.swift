/// An expression that requires or mounts a module.
package struct LuaRequirement: Sendable {
  /// The expression for the module's name, or `nil` where the script passes `require` itself.
  package let name: LuaNode?
  package let isMount: Bool
}

extension LuaTree {
  /// The modules that the script requires or mounts, in source order.
  ///
  /// A local that holds `require` counts as `require`, and `pcall(require, "name")` as its call.
  package var requirements: [LuaRequirement] {
    var aliases: Set<Int> = []
    var found: [LuaRequirement] = []
    for node in nodes(from: root) {
      let mounted = mounted(by: node)
      if !mounted.isEmpty {
        found += mounted.map { LuaRequirement(name: $0, isMount: true) }
      } else if isRequire(node, aliases), let parent = parent(of: node),
        kind(of: parent) != .targets
      {
        if let declaration = declaration(setTo: node), let alias = variable(of: declaration) {
          aliases.insert(alias)
          guard name(of: declaration) != "require" else { continue }
        }
        found.append(LuaRequirement(name: required(by: node, in: parent), isMount: false))
      }
    }
    return found
  }

  /// The names of required and mounted modules that the text spells out.
  package var requiredModules: [String] {
    requirements.compactMap { $0.name.flatMap(string) }
  }

  /// The name of the module in a variable, as in `local m = require "name"`.
  package func requiredModule(of declaration: LuaNode) -> String? {
    guard let call = value(of: declaration), kind(of: call) == .call,
      let callee = firstChild(of: call), isRequire(callee, [])
    else { return nil }
    return required(by: callee, in: call).flatMap(string)
  }

  /// Whether a file may return a value to `require`.
  package var answers: Bool { returns(of: root).contains { firstChild(of: $0) != nil } }

  /// Whether an expression is the function `require`, by its own name or an alias.
  private func isRequire(_ node: LuaNode, _ aliases: Set<Int>) -> Bool {
    switch kind(of: node) {
    case .name: variable(of: node).map(aliases.contains) ?? (name(of: node) == "require")
    case .field:
      name(of: node) == "require"
        && firstChild(of: node).map { kind(of: $0) == .name && name(of: $0) == "_G" } == true
    default: false
    }
  }

  /// The module name argument of a call to `require`, or of a call that receives `require`.
  private func required(by node: LuaNode, in parent: LuaNode) -> LuaNode? {
    guard kind(of: parent) == .call else { return nil }
    if firstChild(of: parent) == node { return child(1, of: parent) }
    return lastChild(of: parent).flatMap { $0 == node ? nil : $0 }
  }

  /// The module name arguments of a call such as `router.mount("/shop", "shop")`, and of
  /// `router.lazy`, which may have a table of names.
  private func mounted(by call: LuaNode) -> [LuaNode] {
    let callee: String? =
      switch kind(of: call) {
      case .methodCall: name(of: call)
      case .call:
        firstChild(of: call)
          .flatMap { [.name, .field].contains(kind(of: $0)) ? name(of: $0) : nil }
      default: nil
      }
    guard callee == "mount" || callee == "lazy", let module = child(2, of: call) else { return [] }
    guard callee == "lazy", kind(of: module) == .table else { return [module] }
    return children(of: module).compactMap { lastChild(of: $0) }
  }

  /// The declaration for a value, as `x` in `local x = value`.
  private func declaration(setTo value: LuaNode) -> LuaNode? {
    guard let values = parent(of: value), kind(of: values) == .expressions,
      let statement = parent(of: values), kind(of: statement) == .local
    else { return nil }
    return zip(children(of: statement), children(of: values)).first { $1 == value }?.0
  }

  private func value(of declaration: LuaNode) -> LuaNode? {
    guard let statement = parent(of: declaration), kind(of: statement) == .local,
      let values = lastChild(of: statement), kind(of: values) == .expressions
    else { return nil }
    return zip(children(of: statement), children(of: values)).first { $0.0 == declaration }?.1
  }
}
