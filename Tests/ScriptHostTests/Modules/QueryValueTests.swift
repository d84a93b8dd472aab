import Moonroute
import ScriptHost
import Testing

/// The values of a query, in every place where scripts specify one.
@Suite struct QueryValueTests {
  private static let routes = """
    router.type("size", { match = "s|m|l", parse = string.upper, format = string.lower })
    router.route { name = "search", path = "/search", action = function(state)
      return state.query_all
    end }
    events.declare { name = "seek", path = "/seek" }
    local heard
    events.on("seek", function(event) heard = event.location end)
    router.proxy("/old", function(state)
      return router.rewrite { location = "/search", query = state.extra }
    end)
    function to(query) return router.to("search", nil, query) end
    function with(query) return router.location("/search"):with { query = query } end
    function location(query) return router.location { path = "/search", query = query } end
    function rewrite(query)
      local outcome = router.open("/old", { extra = query })
      return outcome.error and error(outcome.error, 0) or outcome.location
    end
    function emit(query)
      heard = nil
      events.emit("seek", nil, { query = query })
      return heard
    end
    """

  private static let ways = ["to", "with", "location", "rewrite", "emit"]

  @Test(
    arguments: [
      ScriptCase("named fields", "{ f = { colour = 'red' } }"),
      ScriptCase("an entry without a name", "{ 'red', 'green' }"),
      ScriptCase("a name that is not text", "{ [true] = 'red' }"),
      ScriptCase("a name that is not UTF-8", "{ ['a\\255'] = 'red' }"),
      ScriptCase("a function", "{ f = print }"),
      ScriptCase("a thread", "{ f = coroutine.create(print) }"),
      ScriptCase("a screen", "{ f = screen { 'A' } }"),
      ScriptCase("a table in a list", "{ f = { 1, { 2 } } }"),
      ScriptCase("a function in a list", "{ f = { print } }"),
      ScriptCase("a hole in a list", "{ f = { 1, nil, 3 } }"),
      ScriptCase("a list that does not begin at 1", "{ f = { [2] = 'a' } }"),
      ScriptCase("not a number", "{ f = 0 / 0 }"),
      ScriptCase("infinite", "{ f = { -1 / 0 } }"),
      ScriptCase("bytes that are not UTF-8", "{ f = 'a\\255b' }"),
    ],
    ways
  )
  func `a query value that would not round-trip is an error at the call`(
    row: ScriptCase,
    way: String
  ) async throws {
    // An open copies the values it passes on, and a copied list ends at a hole.
    let scripts = try await LoadedScripts.load(
      Self.routes.replacing("query = state.extra", with: "query = \(row.script)")
    )
    let got = await scripts.evaluate(
      """
      (function()
        local ok, problem = pcall(\(way), \(row.script))
        return ok, problem.code, (problem.message:find("could not be read back from a link", 1, \
        true)) ~= nil
      end)()
      """
    )
    #expect(got == "false, wrong_type, true")
  }

  @Test(
    arguments: [
      ScriptCase("a whole float", "{ f = 10 / 5 }", "f=2"),
      ScriptCase("a large whole float", "{ f = 1e15 }", "f=1000000000000000"),
      ScriptCase("a fraction", "{ f = 0.5 }", "f=0.5"),
      ScriptCase("a small fraction", "{ f = 1e-7 }", "f=0.0000001"),
      ScriptCase("a whole number", "{ f = -3 }", "f=-3"),
      ScriptCase("truth values", "{ f = { true, false } }", "f=true&f=false"),
      ScriptCase("a list of floats", "{ f = { 1.0, 2.5 } }", "f=1&f=2.5"),
      ScriptCase("a location", "{ f = router.location('/a?b') }", "f=/a?b"),
      ScriptCase("an empty list", "{ f = {} }", ""),
      ScriptCase("empty text", "{ f = '' }", "f"),
    ],
    ways
  )
  func `a query value is formatted like a path parameter`(row: ScriptCase, way: String) async throws
  {
    let scripts = try await LoadedScripts.load(Self.routes)
    let got = await scripts.evaluate("tostring(\(way)(\(row.script))):match('%?(.*)') or ''")
    #expect(got == row.expected)
  }

  @Test(arguments: [
    ScriptCase(
      "named fields",
      "to { f = { colour = 'red' } }",
      """
      'f' of the query is a table with named fields, and could not be read back from a link. \
      Write text, a number, true or false, a location, or a list of these.
      """
    ),
    ScriptCase(
      "an entry without a name",
      "to { 'red' }",
      """
      item 1 of the query has no name, and could not be read back from a link. Write { name = red }.
      """
    ),
    ScriptCase(
      "a hole",
      "to { f = { 1, nil, 3 } }",
      """
      item 2 of 'f' of the query is nil, and could not be read back from a link. Write text, a \
      number, true or false, a location, or a list of these.
      """
    ),
    ScriptCase(
      "bytes",
      "to { f = 'a\\255' }",
      """
      'f' of the query is a string that is not UTF-8, and could not be read back from a link. \
      Write text, a number, true or false, a location, or a list of these.
      """
    ),
    ScriptCase(
      "bytes in a parameter",
      "events.emit('/seek/:at', nil, { params = { at = 'a\\255' } })",
      "bad argument #3 to 'events.emit' ('at' cannot be a string that is not UTF-8)"
    ),
  ])
  func `the error names the item, its value and a remedy`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(Self.routes)
    let got = await scripts.evaluate(
      "select(2, pcall(function() return \(row.script) end)).message"
    )
    #expect(got == row.expected)
  }
}
