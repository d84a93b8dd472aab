import LuaSyntax
import TextTools

extension AnalysedScript {
  /// The places where the local variable at an offset is named, its declaration first; `nil` when none
  /// is there.
  package func variableUses(at offset: Int) -> [Range<Int>]? {
    variable(at: offset).map(ranges(ofVariable:))
  }

  /// The places that another name for the local variable at an offset changes, or `nil` when none is
  /// there.
  ///
  /// - Throws: The reason when the name is none, or another variable has it where this one is named.
  package func renamingVariable(
    at offset: Int,
    to name: String
  ) throws(RenameRefusal) -> [Range<Int>]? {
    guard let number = variable(at: offset) else { return nil }
    guard name.isLuaName else {
      throw RenameRefusal("'\(name)' is no name of Lua's.")
    }
    guard tree.problems.isEmpty else {
      throw RenameRefusal("\(file) does not parse, so names in it may be missed. Mend it first.")
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
