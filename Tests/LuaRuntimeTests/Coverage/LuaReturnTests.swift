import Testing

@testable import LuaRuntime

/// Finding the `return` that may have returned the wrong value.
@Suite struct LuaReturnTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let kind: LuaReturn.Kind
    let line: Int?
  }

  @Test(arguments: [
    Case(
      testDescription: "the only one",
      text: "local f = function(s)\n  local a = 1\n  return a\nend",
      kind: .value,
      line: 3
    ),
    Case(
      testDescription: "next to truth values",
      text: "f(function(s)\n  if s then\n    return 'x'\n  end\n  return true\nend)",
      kind: .value,
      line: 3
    ),
    Case(
      testDescription: "not those of functions inside",
      text: "f(function()\n  g(function() return 1 end)\n  for i = 1, 2 do return i end\nend)",
      kind: .value,
      line: 3
    ),
    Case(
      testDescription: "one of two",
      text: "f(function(s)\n  if s then return 1 end\n  return 2\nend)",
      kind: .value,
      line: nil
    ),
    Case(
      testDescription: "nil",
      text: "f(function(s)\n  if s then return false end\n  return nil\nend)",
      kind: .nothing,
      line: 3
    ),
    Case(
      testDescription: "nothing",
      text: "f(function(s)\n  repeat return until true\nend)",
      kind: .nothing,
      line: 2
    ),
    Case(
      testDescription: "a value that starts with true",
      text: "f(function(s)\n  return true and s\nend)",
      kind: .value,
      line: 2
    ),
    Case(
      testDescription: "two functions in a line",
      text: "f(function() return 1 end, function() return 2 end)",
      kind: .value,
      line: nil
    ),
    Case(testDescription: "no function", text: "return 1", kind: .value, line: nil),
    Case(
      testDescription: "an extra end",
      text: "f(function() end end return 1",
      kind: .value,
      line: nil
    ),
  ])
  func `the only possible return statement is found`(row: Case) {
    #expect(LuaReturn.line(of: row.kind, inFunctionAt: 1, of: Array(row.text.utf8)) == row.line)
  }
}
