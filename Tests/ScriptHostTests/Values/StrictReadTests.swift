import Moonroute
import ScriptHost
import Testing

/// Reading a declared query and the metadata of routes.
@Suite struct StrictReadTests {
  private static let routes = """
    router.type("size", { match = "s|m", parse = string.upper })
    router.route { name = "buy", path = "/buy", tags = { "t" }, meta = { city = "Linz", open = false },
      query = { zone = "int?", price = "number?", size = "size[]" },
      action = function(state) return read(state) end,
      routes = { { name = "card", path = "card", query = { number = "int?" },
        action = function(state) return read(state) end } } }
    router.route { name = "find", path = "/find", action = function(state) return read(state) end }
    router.route { name = "none", path = "/none", query = {},
      action = function(state) return read(state) end }
    router.guard("buy", function(state) seen = guarded and guarded(state) return true end)

    """

  @Test(arguments: [
    ScriptCase("a declared item", "/buy?zone=2: s.query.zone", "handled 2"),
    ScriptCase("a declared item that is missing", "/buy: s.query.zone", "handled nil"),
    ScriptCase("a list that is missing", "/buy: #s.query.size", "handled 0"),
    ScriptCase("values of types", "/buy?size=s: s.query.size[1]", "handled S"),
    ScriptCase("a misspelt item", "/buy?zone=2: s.query.zoen", "zoen"),
    ScriptCase("a misspelt item without a query", "/buy: s.query.zoen", "zoen"),
    ScriptCase("by a key", "/buy: s.query['zo' .. 'en']", "zoen"),
    ScriptCase("an item of the link that is not declared", "/buy?zoen=2: s.query.zoen", "zoen"),
    ScriptCase(
      "the query as received",
      "/buy?zoen=2: s.query_all.zoen[1], s.location.query.zoen, s.query_all.zone",
      "handled 2, 2, nil"
    ),
    ScriptCase(
      "pairs",
      "/buy?zoen=2&zone=1: (function() local t = {} for k in pairs(s.query) do t[#t + 1] = k end"
        + " table.sort(t) return table.concat(t, ' ') end)()",
      "handled size zone"
    ),
    ScriptCase(
      "everything in one table",
      "/buy?zoen=2: s.all.zoen, s.all.zone",
      "handled nil, nil"
    ),
    ScriptCase("no declared query", "/find?zoen=2: s.query.zoen, s.query.other", "handled 2, nil"),
    ScriptCase("an empty query", "/none?zoen=2: s.query.zoen", "none"),
    ScriptCase("a note", "/buy: s.meta.city, s.meta.open", "handled Linz, false"),
    ScriptCase("a note of other routes", "/find: s.meta.city", "handled nil"),
    ScriptCase("a note of the route above", "/buy/card: s.meta.city", "handled Linz"),
    ScriptCase("a misspelt note", "/find: s.meta.citty", "citty"),
    ScriptCase("a misspelt note by a key", "/buy: s.meta['citty']", "citty"),
    ScriptCase("a place in a list of notes", "/buy: s.meta[1]", "handled nil"),
    ScriptCase("a note without near ones", "/buy: s.meta.quantity", "quantity"),
  ])
  func `a declared query and notes report unknown fields`(row: ScriptCase) async throws {
    let messages = [
      "zoen": "unknown_parameter: main.lua:11: 'zoen' is not in the query of 'buy'."
        + " Did you mean 'zone'? The query declares price, size, zone.",
      "none": "unknown_parameter: main.lua:11: 'zoen' is not in the query of 'none'."
        + " The query declares nothing.",
      "citty": "unknown_field: main.lua:11: No route has 'citty' in its meta. Did you mean 'city'?",
      "quantity": "unknown_field: main.lua:11: No route has 'quantity' in its meta."
        + " Write it into the meta of a route or of a group.",
    ]
    let parts = row.script.split(separator: ": ", maxSplits: 1)
    let scripts = try await LoadedScripts.load(
      Self.routes + "function read(s) return \(parts[1]) end"
    )
    let expected = messages[row.expected].map { "failed \($0)" } ?? row.expected
    #expect(await scripts.open(String(parts[0])) == expected)
  }

  @Test func `a guard can read the declarations of its own route and of the open's route`()
    async throws
  {
    let scripts = try await LoadedScripts.load(
      Self.routes + """
        function read() return "read" end
        function guarded(state) return state.query.number, state.query.zone end
        """
    )
    #expect(await scripts.open("/buy/card?number=2") == "handled read")
    #expect(await scripts.evaluate("seen == 2").hasSuffix("true"))
    _ = await scripts.evaluate("function guarded(state) return state.query.numbr end")
    #expect(
      await scripts.open("/buy/card?number=2")
        == "failed unknown_parameter: (eval):1: 'numbr' is not in the query of 'buy'."
        + " Did you mean 'number'? The query declares number, price, size, zone."
    )
  }

  @Test func `a note counts after a route with it is registered`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + "function read(s) return s.meta.late end"
    )
    #expect(await scripts.open("/find").hasPrefix("failed unknown_field"))
    _ = await scripts.evaluate(
      "late = router.route { path = '/late', view = 'Late', meta = { late = 1 } }"
    )
    #expect(await scripts.open("/find") == "handled nil")
  }

  @Test func `the tables of a strict state cannot be changed`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + "function read(s) s.query.zoen = 1 end"
    )
    #expect(
      await scripts.open("/buy")
        == "failed denied: main.lua:11: 'query.zoen' cannot be set: it holds the values of the"
        + " link. Copy it to change it."
    )
  }
}
