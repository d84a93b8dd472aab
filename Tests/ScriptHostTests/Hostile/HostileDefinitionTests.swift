import Moonroute
import TestSupport
import Testing

@testable import ScriptHost

/// Definitions with every wrong kind of value: each is rejected with a code or registered
/// completely.
@Suite struct HostileDefinitionTests {
  /// The values for every field, and the calls, each with a correct definition.
  private static let attack =
    HostileTables.lua + #"""
      values = {
        true, false, 0, -1, 1.5, 1 / 0, 0 / 0, math.maxinteger, math.mininteger, "", "  ", "x", "/", ":",
        "\xff\xfe", "\0", ("x"):rep(70000), ("/x"):rep(40000), (":x"):rep(5000), ("(/x"):rep(100), "(",
        "a\nb", "\27[31m", "shop://:x:y", "?", "*", "..", "<", "<int:id>", "%ff", "%", {}, { 1 }, { {} },
        { x = {} }, { [3] = "x" }, { [1.5] = 1 }, { [true] = 1 }, { [print] = 1 }, print, function() end,
        stage, router.location("/a"), screen { "S" }, animator.push, router.decline,
        coroutine.create(print), cyclic, deep, evil, router, session,
        { { path = "one", view = "One" }, { path = ":", view = "Two" } },
      }
      local function by(call) return function(d) return call(d[1], d[2], d[3]) end end
      local function list(d) return { d } end
      calls = {
        route = { router.route, { path = "/base", view = "V" } },
        child = { function(d) return router.route { path = "/base", routes = { d } } end,
          { path = "b", view = "V" } },
        group = { router.group, { path = "/base", routes = { { path = "b", view = "V" } } } },
        mount = { function(d) return router.mount("/base", list { path = "b", name = "n", view = "V" }, d) end,
          {} },
        mounted = { function(d) return router.mount("/base", function() return { d } end) end,
          { path = "b", view = "V" } },
        mount_call = { by(router.mount), { "/base", function() return {} end, {} } },
        proxy = { function(d) return router.proxy("/base", "/x", d) end, {} },
        proxy_call = { by(router.proxy), { "/base", "/x", {} } },
        guard = { function(d) return router.guard("/base", "/x", d) end, {} },
        guard_call = { by(router.guard), { "/base", "/x", {} } },
        scheme = { function(d) return router.scheme("own", d) end, {} },
        scheme_call = { by(router.scheme), { "own", {} } },
        type = { function(d) session.n = (session.n or 0) + 1 return router.type("t" .. session.n, d) end,
          { match = "x" } },
        type_call = { by(router.type), { "mine", { match = "x" } } },
        configure = { router.configure, {} },
        to = { by(router.to), { "known", { id = 1 }, {} } },
        to_options = { function(d) return router.to("known", { id = 1 }, nil, d) end, {} },
        location = { router.location, { path = "/x" } },
        with = { function(d) return router.location("https://a.b/c?d#e"):with(d) end, {} },
        rewrite = { router.rewrite, {} },
        match_call = { by(router.match), { "/x" } },
        open = { function(d) return router.open("/x", d) end, {} },
        open_call = { by(router.open), { "/x", {} } },
        every_call = { by(every), { 1e6, print } },
      }
      router.route { name = "known", path = "/known/:id", view = "K" }
      router.route { path = "/x", action = function() return "x" end }

      -- The problem when a field of a call gets a value; "" when all is right.
      function attack(name, field, number)
        local definition = { [field] = values[number] }
        for key, value in pairs(calls[name][2]) do
          if key ~= field then definition[key] = value end
        end
        local before = #router.routes()
        local done, answer = pcall(calls[name][1], definition)
        if done then
          if type(answer) == "userdata" and tostring(answer) ~= "location" then
            pcall(function() answer:cancel() answer:cancel() end)
          end
        elseif type(answer) == "string" or type(answer.code) ~= "string" or answer.message == "" then
          return "raised " .. tostring(answer)
        end
        if #router.routes() ~= before then return "left " .. #router.routes() - before .. " routes" end
        if router.fetch("/x") ~= "x" then return "broke /x" end
        router.configure { order = "rank", redirect_limit = 5, wait_limit = 10, overlap = "newest" }
        return ""
      end
      """#

  @Test(arguments: [
    ("route", RouteReader.fields), ("child", RouteReader.fields),
    ("group", RouteReader.groupFields),
    ("mount", RouteReader.mountFields), ("mounted", RouteReader.fields),
    ("proxy", RouterModule.attachOptions), ("guard", RouterModule.attachOptions),
    ("scheme", SchemeReader.fields), ("type", TypeReader.fields),
    ("configure", ConfigurationReader.fields), ("to_options", RouterModule.toOptions),
    ("location", LocationPartsReader.fields), ("with", LocationPartsReader.fields),
    ("rewrite", RouterModule.rewriteFields), ("open", RouterModule.openOptions),
  ])
  func `an invalid field is refused with a code, and leaves nothing behind`(
    name: String,
    fields: [String]
  ) async throws {
    try await attack(name, (fields + ["unknown"]).map { "'\($0)'" })
  }

  @Test(arguments: [
    ("mount_call", 3), ("proxy_call", 3), ("guard_call", 3), ("scheme_call", 2), ("type_call", 2),
    ("to", 3), ("rewrite", 1), ("match_call", 1), ("open_call", 2), ("every_call", 2),
  ])
  func `an invalid argument is refused with a code, and leaves nothing behind`(
    name: String,
    count: Int
  ) async throws {
    try await attack(name, (1...count).map { "\($0)" })
  }

  private func attack(_ name: String, _ fields: [String]) async throws {
    let scripts = try await LoadedScripts.load(Self.attack, computingTime: .seconds(60))
    let count = try #require(Int(await scripts.evaluate("#values")))
    for (index, field) in fields.enumerated() {
      let first = 1 + index % TestScale.valueStride
      for number in stride(from: first, through: count, by: TestScale.valueStride) {
        let found = await scripts.evaluate("attack('\(name)', \(field), \(number))")
        #expect(found.isEmpty, "\(name), \(field), value \(number)")
      }
    }
  }
}
