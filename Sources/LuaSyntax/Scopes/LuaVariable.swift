/// A local variable of a script.
package struct LuaVariable: Sendable {
  /// How it comes to be.
  package enum Kind: Sendable {
    case local, function, parameter, loop
    /// The `self` of a method, which is written nowhere.
    case implicitSelf
  }

  /// How it comes to be.
  package let kind: Kind
  /// Its declaration; for a `self` that is written nowhere, the parameters of its function.
  package let declaration: LuaNode
  package let name: String
  /// The number of functions around it.
  package let depth: Int
  /// The offsets at which it can be named.
  package internal(set) var scope: Range<Int>
  /// `const` or `close`, or nothing.
  package let attribute: String
  /// The variable of the same name that cannot be named where this one can.
  package let shadowed: Int?
}

/// A place where a variable is named.
package struct LuaReference: Sendable {
  /// The node, of kind ``LuaNode/Kind/name``.
  package let node: LuaNode
  /// The number of the variable, or `nil` for a global one.
  package let variable: Int?
  /// The number of functions around the place.
  package let depth: Int
  package internal(set) var isWrite = false
}

/// The variables of a script and where they are named.
package struct LuaScopes: Sendable {
  /// The local variables, as they are declared.
  package let variables: [LuaVariable]
  /// Where variables are named, but for their declarations.
  package let references: [LuaReference]
}

extension LuaTree {
  /// The number of the variable that a declaration or name stands for, or `nil` for a global one.
  package func variable(of node: LuaNode) -> Int? {
    let number = record(node).variable
    return number < 0 ? nil : Int(number)
  }

  /// The variables that can be named at an offset, the innermost first, each name once.
  package func variables(at offset: Int) -> [LuaVariable] {
    var names: Set<String> = []
    return scopes.variables.reversed()
      .filter {
        $0.scope.contains(offset) && names.insert($0.name).inserted
      }
  }
}
