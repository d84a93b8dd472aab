import LuaSyntax
import TextTools

extension AnalysedScript {
  /// The references to the local variable at an offset, its declaration first, or `nil` if there is
  /// none.
  package func variableUses(at offset: Int) -> [Range<Int>]? {
    variable(at: offset).map(ranges(ofVariable:))
  }

  /// The references to the local variable at an offset that a new name replaces, or `nil` if there
  /// is no variable.
  ///
  /// - Throws: The reason if the name is invalid, or if another variable has it within the scope.
  package func renamingVariable(
    at offset: Int,
    to name: String
  ) throws(RenameRefusal) -> [Range<Int>]? {
    guard let number = variable(at: offset) else { return nil }
    guard name.isLuaName else {
      throw RenameRefusal("'\(name)' is not a valid name in Lua.")
    }
    guard tree.problems.isEmpty else {
      throw RenameRefusal("\(file) does not parse, so names in it may be missed. Fix it first.")
    }
    let ranges = ranges(ofVariable: number)
    let own = tree.scopes.variables[number]
    for range in ranges {
      guard variable(named: name, at: range.lowerBound) == nil else {
        throw RenameRefusal("There is a variable '\(name)' here already. Choose another name.")
      }
    }
    let isNamed = tree.scopes.references.contains { use in
      let token = tree.token(of: use.node)
      return own.scope.contains(token.start) && tree.text(of: token) == name
    }
    guard !isNamed else {
      throw RenameRefusal(
        "'\(name)' is used where '\(own.name)' can be named. Choose another name."
      )
    }
    return ranges
  }

  private func variable(at offset: Int) -> Int? {
    tree.scopes.variables.indices.first { number in
      tree.scopes.variables[number].kind != .implicitSelf
        && ranges(ofVariable: number).contains { $0.contains(offset) || $0.upperBound == offset }
    }
  }

  private func ranges(ofVariable number: Int) -> [Range<Int>] {
    let variable = tree.scopes.variables[number]
    let nodes = [variable.declaration] + references(to: number).map(\.node)
    return nodes.map { node in
      let token = tree.token(of: node)
      return token.start..<token.end
    }
  }
}
