import Testing

@testable import LuaSyntax

/// The resolution of names to variables.
@Suite struct ScopeTests {
  struct Case: CustomTestStringConvertible {
    let rule: String
    let text: String
    /// For each use of a name, the line of its declaration, or 0 for a global one.
    let uses: [String]
    var testDescription: String { rule }
  }

  @Test(arguments: [
    Case(rule: "a name without declaration is global", text: "x = y", uses: ["x=0", "y0"]),
    Case(
      rule: "a local is visible only after its values",
      text: "local x = x\nx = 1",
      uses: ["x0", "x=1"]
    ),
    Case(rule: "a local function names itself", text: "local function f()\nf() end", uses: ["f1"]),
    Case(
      rule: "a function assigned to a local does not name itself",
      text: "local f = function() f() end",
      uses: ["f0"]
    ),
    Case(rule: "a block ends its locals", text: "do\nlocal x\nx() end x()", uses: ["x2", "x0"]),
    Case(rule: "the inner declaration is used", text: "local x\nlocal x\nx()", uses: ["x2"]),
    Case(
      rule: "the outer declaration is visible again",
      text: "local x\ndo local x\nend x()",
      uses: ["x1"]
    ),
    Case(rule: "until sees the block", text: "repeat\nlocal x\nuntil x", uses: ["x2"]),
    Case(
      rule: "a loop's variables are inside",
      text: "for i = i, 2 do\ni() end i()",
      uses: ["i0", "i1", "i0"]
    ),
    Case(
      rule: "the variables of in are inside as well",
      text: "for k, v in k do\nv() end",
      uses: ["k0", "v1"]
    ),
    Case(rule: "parameters", text: "local function f(a, ...)\na() end a()", uses: ["a1", "a0"]),
    Case(
      rule: "self of a method",
      text: "local m\nfunction m:f() self() end\nfunction m.g() self() end",
      uses: ["m1", "self2", "m1", "self0"]
    ),
    Case(rule: "fields are not names", text: "local x\nt.x = { x = 1 }", uses: ["t0"]),
    Case(
      rule: "a function sees its surroundings",
      text: "local x\nf(function()\nreturn x end)",
      uses: ["f0", "x1"]
    ),
    Case(
      rule: "elseif ends the previous block",
      text: "if a then local a\na() elseif a then a() end",
      uses: ["a0", "a1", "a0", "a0"]
    ),
    Case(rule: "a broken text has scopes", text: "local x\nif x then x( end", uses: ["x1", "x1"]),
  ])
  func `a name refers to the nearest declaration before it`(row: Case) {
    let tree = LuaTree(Array(row.text.utf8))
    let lines = LineTable(tree.text)
    let uses = tree.scopes.references.map { use in
      let declaration = use.variable.map { tree.scopes.variables[$0].declaration }
      let line = declaration.map { lines.line(of: tree.range(of: $0).lowerBound) } ?? 0
      return tree.name(of: use.node) + (use.isWrite ? "=" : "") + "\(line)"
    }
    #expect(uses == row.uses)
  }

  @Test func `the variables at an offset are those in scope`() {
    let text = "local a, b\nlocal function f(c, a)\n  return 1\nend\nlocal d"
    let tree = LuaTree(Array(text.utf8))
    let inside = text.utf8.count - "1\nend\nlocal d".utf8.count
    #expect(tree.variables(at: inside).map(\.name) == ["a", "c", "f", "b"])
    #expect(tree.variables(at: 3).isEmpty)
    #expect(tree.variables(at: text.utf8.count - 2).map(\.name) == ["f", "b", "a"])
  }
}
