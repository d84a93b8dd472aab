import LuaRuntime
import LuaSyntax

extension ScriptTexts {
  /// A hint for an error such as `attempt to index a boolean value (local 'm')` if `m` is the
  /// result of a `require` of a file that returns nothing; otherwise an empty text.
  func hintOfModule(for error: LuaError) -> String {
    let begin = "attempt to index a boolean value ("
    guard error.message.hasPrefix(begin), error.message.hasSuffix("')"),
      let position = error.position,
      let name = error.message.dropFirst(begin.count).dropLast(2).split(separator: "'").last,
      let text = self[position.file]
    else { return "" }
    let tree = LuaTree(text)
    let declaration = tree.scopes.variables.last { variable in
      variable.name == name && tree.token(of: variable.declaration).line <= position.line
    }
    guard let declaration, let module = tree.requiredModule(of: declaration.declaration),
      let file = ModuleFinder.files(of: module)?.first(where: has), let source = self[file],
      !LuaTree(source).answers
    else { return "" }
    return ". '\(file)' returns nothing. End it with 'return M', the table of its functions."
  }
}
