package import LuaSyntax

package enum FunctionRole: Hashable, Sendable {
  case view, action, animator, redirect, `guard`, proxy, unmatched, onError, onExit

  static let fields: [String: FunctionRole] = [
    "view": .view, "action": .action, "redirect": .redirect, "on_exit": .onExit,
    "animator": .animator,
  ]

  static let calls: [String: (role: FunctionRole, place: Int)] = [
    "router.guard": (.guard, 1), "router.proxy": (.proxy, 1), "router.unmatched": (.unmatched, 0),
    "router.on_error": (.onError, 0),
  ]

  var decides: Bool { ![.view, .action, .animator, .onExit].contains(self) }
}

extension AnalysedScript {
  /// A use of a function by a route or the router.
  package struct RoleUse: Sendable {
    package let role: FunctionRole
    package let function: LuaNode
    /// The route's table, or the call.
    package let origin: LuaNode
    /// Whether the function is written in place, so it has a single use.
    package let isInline: Bool
  }

  /// Finds the functions that serve routes.
  func findRoleUses() -> [RoleUse] {
    var uses: [RoleUse] = []
    func add(_ role: FunctionRole, _ node: LuaNode, _ origin: LuaNode) {
      let function = value(of: node)
      guard tree.kind(of: function) == .function else { return }
      uses.append(
        RoleUse(role: role, function: function, origin: origin, isInline: function == node)
      )
    }
    for table in routeTables {
      for (name, _, value) in fields(of: table) {
        guard let role = FunctionRole.fields[name] else { continue }
        if tree.kind(of: value) == .table, role == .redirect {
          for item in tree.children(of: value) where tree.kind(of: item) == .item {
            tree.firstChild(of: item).map { add(role, $0, table) }
          }
        } else {
          add(role, value, table)
        }
      }
    }
    for call in all(.call) {
      guard let path = callee(of: call), let (role, place) = FunctionRole.calls[path] else {
        continue
      }
      let arguments = arguments(of: call)
      if place < arguments.count { add(role, arguments[place], call) }
    }
    return uses
  }

  func isRoute(_ table: LuaNode) -> Bool {
    var hasPath = false
    var hasPart = false
    for item in tree.children(of: table) where tree.kind(of: item) == .namedItem {
      switch tree.name(of: item) {
      case "path": hasPath = true
      case "view", "action", "redirect", "routes", "tabs": hasPart = true
      default: break
      }
    }
    return hasPath && hasPart
  }
}
