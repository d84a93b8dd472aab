import LuaRuntime
import LuaSyntax

extension ScriptTexts {
  /// The words for an error such as `attempt to index a boolean value (local 'm')` where `m` is what
  /// `require` answered of a file that answers nothing; else nothing.
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
    return ". '\(file)' answers nothing: end it with 'return M', the table of what it offers."
  }
}
