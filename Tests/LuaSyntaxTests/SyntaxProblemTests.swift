import LuaRuntime
import Testing

@testable import LuaSyntax

@Suite struct SyntaxProblemTests {
  @Test(arguments: [
    "x =", "x = = 1", "local = 1", "if x", "if x then", "for x", "for 1", "while true", "repeat",
    "f(", "f(1\n", "x = {1", "x = {\n1", "x = }", "x = 'a", "x = \"a\\d\"", "x = \"\\xZZ\"",
    "x = '\\300'", "x = '\\u{110000000}'", "x = [[a\nb", "x = [==", "--[[ a\n", "x = 0x", "x = 3a",
    "x = 1e", "x", "x.y", "x, y", "f() = 1", "(x) = 1", "function f(a", "function f(1) end",
    "function x.y.z:w.v() end", "local function 1", "return 1 x = 2", "end", "break",
    "goto nowhere", "::a:: ::a::", "do goto a end local x ::a:: f()", "local x <const> = 1; x = 2",
    "local x <final> = 1", "local x <close>, y <close> = 1, 2", "function f() return ... end",
    "x = a:b", "local x <const> = 1; function x() end", "x = 5 $ 6", "x = a.1", "goto 1",
    "repeat local y ::a:: until y goto a", "x = @", "a.b:c = 1", "local a <", "for i = 1 do end",
    "for i = 1, 2, 3, 4 do end", "for a, b = 1, 2 do end",
  ])
  func `a broken text has Lua's message and line`(text: String) throws {
    let tree = LuaTree(Array(text.utf8))
    let problem = try #require(tree.problems.first)
    let state = try LuaState()
    let environment = try state.makeEnvironment()
    let error = #expect(throws: LuaError.self) {
      _ = try state.load(
        Array(text.utf8),
        name: "a.lua",
        environment: environment,
        countsLines: false
      )
    }
    let message = tree.message(of: problem)
    let theirs = error?.message ?? ""
    // Lua shows a string up to the error, and two of the messages end with their position.
    let isSame = message == theirs || theirs.hasPrefix(message)
    let isCut = [.badEscape, .unfinishedString, .malformedNumber].contains(problem.reason)
    #expect(isSame || isCut || theirs.contains("near"), "\(message) | \(theirs)")
    #expect(isSame || isCut, "\(message) | \(theirs)")
  }

  @Test(arguments: [
    ("if x != 1 then end", "Not equal is ~=."),
    ("if !x then end", "Write 'not'."),
    ("if x && y then end", "Write 'and'."),
    ("if x || y then end", "Write 'or'."),
    ("x = { name: 'a' }", "Write 'name =' instead of 'name:'."),
    ("x = { a = 1, name: y }", "Write 'name =' instead of 'name:'."),
    ("x = { \"name\" = 1 }", "Write '[\"name\"] ='."),
    ("x = “a”", "Write \" instead of “."),
    ("x = \"a”\n", "” does not end a string. Write \" instead."),
    ("x = \"\\d+\"", "Write '\\\\d', or use [[…]], which has no escapes."),
    ("if x = nil then end", "Equal is ==; = sets a variable."),
    ("while x = 1 do end", "Equal is ==; = sets a variable."),
    ("f((x = 1))", "Equal is ==; = sets a variable."),
    ("function f()\n  if x then\n    g()\nend\nh()", "The 'if' in line 2 has no 'end'."),
    ("function f()\n  g()\n", "The 'function' in line 1 has no 'end'."),
    (
      "if a then\n  f()\nelse if b then\n  g()\nend\n",
      "The 'if' in line 1 has no 'end'."
    ),
    ("f() end end", "There is an extra 'end' here or earlier."),
    ("x += 1", "Write 'x = x + …'."),
    ("x++", "Lua has no '++'. Write 'x = x + 1'."),
    ("let x = 1", "Write 'local x = …'."),
    (
      "while x do\n  continue\nend",
      "Lua has no 'continue'. Write 'goto continue', and '::continue::' at the loop's end."
    ),
    ("f()\n// note", "A comment begins with --."),
    ("function f() { return 1 }", "Blocks have no braces; they end with 'end'."),
    ("local end = 1", "'end' is a reserved word. Choose another name."),
    ("x = y.end", "'end' is a reserved word. Write '[\"end\"]'."),
    ("x = { end = 1 }", "'end' is a reserved word. Write '[\"end\"] ='."),
    ("x = { a = 1 b = 2 }", "A comma or '}' is missing before 'b'."),
    ("x = )", ""),
  ])
  func `common errors get a hint`(text: String, hint: String) throws {
    let tree = LuaTree(Array(text.utf8))
    #expect(tree.hint(for: try #require(tree.problems.first)) == hint)
  }
}
