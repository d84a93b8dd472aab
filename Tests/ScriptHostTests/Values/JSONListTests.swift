import MessageStream
import Moonroute
import Testing

@testable import ScriptHost

/// JSON distinguishes empty lists and empty records.
@Suite struct JSONListTests {
  @Test(arguments: [
    ScriptCase("an empty table is a record", "json.encode({})", "{}"),
    ScriptCase("an empty list stays a list", "json.encode(json.decode('[]'))", "[]"),
    ScriptCase(
      "both keep their kind inside each other",
      #"json.encode(json.decode('{"a":[],"b":{},"c":[[],{}]}'))"#,
      #"{"a":[],"b":{},"c":[[],{}]}"#
    ),
    ScriptCase("a list of null stays a list", "json.encode(json.decode('[null]'))", "[null]"),
    ScriptCase(
      "nulls stay, before and after values",
      "json.encode(json.decode('[null,1,null,null]'))",
      "[null,1,null,null]"
    ),
    ScriptCase(
      "many nulls stay",
      "json.encode(json.decode('[' .. ('null,'):rep(40) .. '1]')) == '[' .. ('null,'):rep(40) .. '1]'",
      "true"
    ),
    ScriptCase(
      "a list grows over its nulls",
      "(function() local list = json.decode('[1,null]') list[2], list[3] = 2, 3"
        + " return json.encode(list) end)()",
      "[1,2,3]"
    ),
    ScriptCase(
      "an emptied list stays a list",
      "(function() local list = json.decode('[1,2]') table.remove(list) table.remove(list)"
        + " return json.encode(list) end)()",
      "[]"
    ),
    ScriptCase(
      "json.list creates a list",
      "json.encode { groups = json.list {}, info = {} }",
      #"{"groups":[],"info":{}}"#
    ),
    ScriptCase(
      "json.list returns its table",
      "(function() local list = {} return json.list(list) == list and getmetatable(list) == nil end)()",
      "true"
    ),
    ScriptCase(
      "a list with names is refused",
      "pcall(json.encode, (function() local list = json.list {} list.a = 1 return list end)())",
      "false, (eval):1: bad argument #1 to 'json.encode' (a table with list items and named"
        + " fields cannot be JSON)"
    ),
    ScriptCase(
      "json.list takes a table",
      "pcall(json.list, 7)",
      "false, (eval):1: bad argument #1 to 'json.list' (table expected, got number)"
    ),
    ScriptCase(
      "a list stays a list in the session",
      "(function() session.list = json.list {} session.deep = { json.list {} }"
        + " return json.encode(session.list) .. json.encode(session.deep) end)()",
      "[][[]]"
    ),
    ScriptCase(
      "a list stays a list in a resource",
      "(function() resources.put { path = '/r', value = { a = json.list {}, b = {} } }"
        + " return json.encode(resources.get('/r')) end)()",
      #"{"a":[],"b":{}}"#
    ),
    ScriptCase(
      "a list stays a list next to an outcome",
      "json.encode { list = json.list {}, one = router.open('/no') }:sub(1, 9)",
      #"{"list":["#
    ),
  ])
  func `an empty list stays a list everywhere`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load("")
    #expect(await scripts.evaluate(row.script) == row.expected)
  }

  @Test func `a value of the router is encoded as in json.encode`() {
    let value: Value = [
      "list": [], "record": .table(ValueTable()),
      "both": .table(ValueTable(items: [1], fields: ["a": [:]])),
    ]
    #expect(JSON(value).line == #"{"both":{"1":1,"a":{}},"list":[],"record":{}}"#)
  }
}
