extension LuaTree {
  /// The name of the module that a variable is, as in `local m = require "name"`.
  package func requiredModule(of declaration: LuaNode) -> String? {
    guard let statement = parent(of: declaration), kind(of: statement) == .local,
      let values = lastChild(of: statement), kind(of: values) == .expressions
    else { return nil }
    for (name, value) in zip(children(of: statement), children(of: values))
    where name == declaration {
      guard kind(of: value) == .call, let callee = firstChild(of: value), kind(of: callee) == .name,
        self.name(of: callee) == "require", let argument = child(1, of: value)
      else { return nil }
      return string(of: argument)
    }
    return nil
  }

  /// Whether a file may answer something to `require`.
  package var answers: Bool { returns(of: root).contains { firstChild(of: $0) != nil } }
}
