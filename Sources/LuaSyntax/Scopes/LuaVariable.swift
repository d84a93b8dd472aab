/// A local variable of a script.
package struct LuaVariable: Sendable {
  package enum Kind: Sendable {
    case local, function, parameter, loop
    /// The implicit `self` of a method.
    case implicitSelf
  }

  package let kind: Kind
  /// Its declaration; for an implicit `self`, the parameters of its function.
  package let declaration: LuaNode
  package let name: String
  /// The number of enclosing functions.
  package let depth: Int
  /// The offsets at which the variable is in scope.
  package internal(set) var scope: Range<Int>
  /// `const`, `close`, or empty.
  package let attribute: String
  package let shadowed: Int?
}

/// A use of a variable.
package struct LuaReference: Sendable {
  /// The node, of kind ``LuaNode/Kind/name``.
  package let node: LuaNode
  /// The index of the variable, or `nil` for a global one.
  package let variable: Int?
  package let depth: Int
  package internal(set) var isWrite = false
}

/// The variables of a script and their uses.
package struct LuaScopes: Sendable {
  /// The local variables, in the order of their declarations.
  package let variables: [LuaVariable]
  /// The uses of variables, without their declarations.
  package let references: [LuaReference]
}

extension LuaTree {
  /// The index of the variable of a declaration or name, or `nil` for a global one.
  package func variable(of node: LuaNode) -> Int? {
    let number = record(node).variable
    return number < 0 ? nil : Int(number)
  }

  /// The variables in scope at an offset, the innermost first, each name once.
  package func variables(at offset: Int) -> [LuaVariable] {
    var names: Set<String> = []
    return scopes.variables.reversed()
      .filter {
        $0.scope.contains(offset) && names.insert($0.name).inserted
      }
  }
}
