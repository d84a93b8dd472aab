import Moonroute
import ScriptHost
import Testing

@Suite struct LateRouteTests {
  static let main = """
    router.type("city", { match = { "linz", "graz" } })
    router.route { name = "home", path = "/", view = "Home" }
    router.lazy("/city/:city<city>", "cities.:city",
      { names = ":city.", tags = "city", meta = { place = "in :city" } })
    router.lazy("/shop", "features.shop", { names = "shop." })
    router.lazy("/area/:area", { north = "areas", south = "areas" }, { names = ":area." })
    router.guard("/city/graz/**", function() return session.open == true, "closed" end)
    function waiting()
      local modules = {}
      for _, route in ipairs(router.routes()) do
        if route.late then modules[#modules + 1] = route.pattern end
      end
      return table.concat(modules, " ")
    end
    """

  static let files = [
    "cities/linz.lua": """
    return {
      {
        name = "zone",
        path = "zone/:zone<int>",
        view = function(state)
          return screen { "Zone", title = state.params.city .. " " .. state.params.zone .. " "
            .. state.meta.place }
        end,
      },
    }
    """,
    "cities/graz.lua": "return { { name = 'hill', path = 'hill', view = 'Hill' } }",
    "features/shop.lua": "return { { name = 'basket', path = 'basket', view = 'Basket' } }",
    "areas.lua": """
    return function(params)
      return { { name = "map", path = "map", view = params.area } }
    end
    """,
  ]

  static let all = "/city/linz/** /city/graz/** /shop/** /area/north/** /area/south/**"

  @Test(arguments: [
    ScriptCase("an open", "router.open('/city/linz/zone/1')", "linz"),
    ScriptCase("an open by name", "router.open('shop.basket')", "shop"),
    ScriptCase("a location that nothing matches", "router.open('/area/north/none')", "north"),
    ScriptCase("a match", "router.match('/city/linz/zone/1')", "linz"),
    ScriptCase("can_open", "router.can_open('/city/graz/hill')", "graz"),
    ScriptCase("own", "router.own('/city/graz/hill')", "graz"),
    ScriptCase("to", "router.to('linz.zone', { zone = 1 })", "linz"),
    ScriptCase("a guard of a route", "router.guard('linz.zone', '/')", "linz"),
    ScriptCase("a built screen", "router.build('/area/south/map')", "south"),
    ScriptCase("a restored stage", "stage.restore(saved)", "shop"),
    ScriptCase("a redirect", "router.open('/old')", "shop"),
    ScriptCase("another location", "router.open('/')", ""),
    ScriptCase("stage.find", "stage.find('linz.zone')", ""),
    ScriptCase("a resource", "resources.get('linz.zone')", ""),
    ScriptCase("an event", "events.emit('/city/linz/zone/1')", ""),
  ])
  func `a part is loaded by the first call that needs its routes`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(
      Self.main + "\nrouter.route { path = '/old', redirect = '/shop/basket' }\n",
      files: Self.files
    )
    let saved = try await LoadedScripts.load(Self.main, files: Self.files)
    _ = await saved.open("/shop/basket")
    let text = await saved.evaluate("return stage.save()")
    #expect(await scripts.evaluate("return waiting()") == Self.all)
    _ = await scripts.evaluate(
      "(function() saved = \(text) pcall(function() \(row.script) end) end)()"
    )
    let missing = Self.all.split(separator: " ")
      .filter { row.expected.isEmpty || !$0.contains("/\(row.expected)/") }
    #expect(await scripts.evaluate("return waiting()") == missing.joined(separator: " "))
  }

  @Test func `the parameters of a part are fixed in its routes, guards, names and notes`()
    async throws
  {
    let scripts = try await LoadedScripts.load(Self.main, files: Self.files)
    #expect(await scripts.open("/city/linz/zone/1") == "opened linz 1 in linz")
    #expect(await scripts.open("/city/graz/hill") == "intercepted: closed")
    #expect(await scripts.open("/area/north/map") == "opened north")
    #expect(await scripts.open("/city/wien/zone/1").hasPrefix("not_found"))
    let lines = [
      "tostring(router.to('linz.zone', { zone = 1 }))",
      "tostring(router.to('linz.zone', { zone = 1, city = 'linz' }))",
      "router.match('/city/linz/zone/7').pattern",
      "router.match('/city/linz/zone/7').params.city",
      "router.match('/city/linz/zone/7').tags[1]",
      "router.to('linz.zone', { zone = 1, city = 'graz' })",
    ]
    var answers: [String] = []
    for line in lines { answers.append(await scripts.evaluate(line)) }
    #expect(
      answers == [
        "/city/linz/zone/1", "/city/linz/zone/1", "/city/linz/zone/:zone<int>", "linz", "city",
        "(eval):1: '/city/linz/zone/:zone<int>' cannot take 'graz' for its parameter 'city'. Give linz.",
      ]
    )
  }

  /// Settings and routes that compete with those of the parts.
  static let rivals = [
    "", "router.configure { order = 'first' }", "router.configure { order = 'last' }",
  ]
  static let links = [
    "/", "/city/linz/zone/1", "/city/linz/other", "/city/graz/hill", "/city/graz/none",
    "/shop/basket",
    "/shop", "/area/north/map", "/area/south/map", "/CITY/LINZ/zone/1", "/city/Linz/zone/1",
    "/city/linz", "app://city/linz/zone/1", "https://x.example/shop/basket",
  ]

  static let names = ["linz.zone", "graz.hill", "shop.basket", "south.map", "shop.none", "home"]

  @Test(arguments: rivals)
  func `an answer never depends on the parts that were loaded before`(rival: String) async throws {
    let before = "router.route { path = '/city/linz/**rest', view = 'Before' }\n"
    let after = """

      router.route { path = '/shop/:any', view = 'After' }
      router.lazy("/shop/:any", { basket = "areas" }, { names = "second." })
      router.route { name = "late", path = '/area/:any/map', case_sensitive = false, view = 'Late' }
      """
    let main = rival + "\n" + before + Self.main + after
    let warm = try await LoadedScripts.load(main, files: Self.files)
    for link in Self.links.reversed() { _ = await warm.evaluate("router.can_open('\(link)')") }
    for link in Self.links {
      let cold = try await LoadedScripts.load(main, files: Self.files)
      let line =
        "(function() local m, p = router.match('\(link)') return m and m.pattern or p.code end)()"
      let match = await cold.evaluate(line)
      let again = try await LoadedScripts.load(main, files: Self.files)
      let outcome = await again.open(link)
      #expect(await warm.evaluate(line) == match, "\(link)")
      #expect(await warm.open(link) == outcome, "\(link)")
      #expect(await again.open(link) == outcome, "\(link)")
    }
    for name in Self.names {
      let cold = try await LoadedScripts.load(main, files: Self.files)
      let line = "select(2, pcall(router.to, '\(name)', { zone = 1 }))"
      #expect(await cold.evaluate("tostring(\(line))") == warm.evaluate("tostring(\(line))"))
    }
  }

  @Test(arguments: [
    ScriptCase(
      "a parameter without a list",
      "router.lazy('/city/:city<slug>', 'cities.:city')",
      "main.lua:1: ':city' in '/city/:city<slug>' has no list of values, so no tool can check its"
        + " modules. Declare the values with router.type and match = { … }, or pass the modules as a"
        + " table. [bad_pattern]"
    ),
    ScriptCase(
      "an unknown parameter",
      "router.lazy('/c/:city<a|b>', 'cities.:town')",
      "main.lua:1: ':town' is not a parameter of '/c/:city<a|b>'. It has the parameter 'city'."
        + " [unknown_parameter]"
    ),
    ScriptCase(
      "one prefix for two parts",
      "router.lazy('/c/:city<a|b>', 'cities.:city', { names = 'shop.' })",
      "main.lua:1: Two parts would have the prefix 'shop.'. Add ':city' to 'names'. [bad_argument]"
    ),
    ScriptCase(
      "too many parts",
      """
      local m = {} for i = 1, 40 do m[i] = 'v' .. i end \
      router.type('n', { match = m }) router.lazy('/:a<n>/:b<n>', 'm.:a.:b')
      """,
      "main.lua:1: 1600 parts exceed the limit of 1000. Use a module that reads the parameter"
        + " instead. [bad_argument]"
    ),
    ScriptCase(
      "a wildcard",
      "router.lazy('/c/**', 'cities')",
      "main.lua:1: '/c/**' has a wildcard, an optional part or text next to a parameter. The pattern"
        + " of late parts consists of fixed segments and parameters. [bad_pattern]"
    ),
    ScriptCase(
      "a table for two parameters",
      "router.lazy('/:a<x|y>/:b<x|y>', { x = 'x' })",
      "main.lua:1: A table of modules needs a pattern with one parameter; '/:a<x|y>/:b<x|y>' has 2."
        + " [bad_argument]"
    ),
    ScriptCase(
      "a key that is not a value",
      "router.lazy('/:a<x|y>', { z = 'x' })",
      "main.lua:1: 'z' is not a value of ':a' in '/:a<x|y>'. It must be x or y. [wrong_type]"
    ),
    ScriptCase(
      "no modules",
      "router.lazy('/a', {})",
      "main.lua:1: A table of modules needs a pattern with one parameter; '/a' has 0. [bad_argument]"
    ),
    ScriptCase(
      "a function",
      "router.lazy('/a', function() end)",
      "main.lua:1: The modules are the name of a module, such as \"cities.:city\", or a table of names"
        + " by value, not a function. [bad_argument]"
    ),
    ScriptCase(
      "a second call for a pattern",
      "router.lazy('/a', 'x') router.lazy('/a', 'y')",
      "main.lua:1: '/a' already has late parts (main.lua:1). Use one call of router.lazy for it."
        + " [duplicate]"
    ),
    ScriptCase(
      "an unknown option",
      "router.lazy('/a', 'x', { nam = 'x.' })",
      "main.lua:1:26: 'nam' is not a field of these options. Its fields are host, meta, redirect, scheme,"
        + " tags, names, owner. [unknown_field]"
    ),
  ])
  func `a mistake in the call is reported while the scripts load`(row: ScriptCase) async throws {
    let found = try await problems(row.script)
    #expect(found == [row.expected])
  }

  @Test(arguments: [
    ScriptCase(
      "an error",
      "error('no network')",
      "failed script_error: parts/a.lua:1: no network"
    ),
    ScriptCase(
      "no list",
      "return 7",
      "failed bad_argument: The module 'parts.a' must return a list of"
        + " definitions, or a function that returns one, not a number."
    ),
    ScriptCase(
      "a list of something else",
      "return { 7 }",
      "failed wrong_type: parts/a.lua:1: 'routes' of a module is a list of definitions, not of numbers."
    ),
    ScriptCase(
      "a mistake in a route",
      "return {\n { path = 'x', veiw = 'X' } }",
      "failed unknown_field: parts/a.lua:2: 'veiw' is not a field of a route. Did you mean 'view'?"
    ),
    ScriptCase(
      "a rule",
      "router.guard('/**', '/')",
      "failed denied: parts/a.lua:1: A module of router.lazy cannot call router.guard: the rules would"
        + " depend on which parts are loaded. Return the routes from the module, and move this call to"
        + " main.lua."
    ),
    ScriptCase(
      "a taken name",
      "return { { name = 'home', path = 'x', view = 'X' } }",
      "failed duplicate: parts/a.lua:1: The name 'home' is taken by route '/' (main.lua:1). Choose"
        + " another. Or give each part a prefix: { names = ':a.' }."
    ),
  ])
  func `a part that fails adds nothing, and the next call tries again`(row: ScriptCase) async throws
  {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "home", path = "/", view = "Home" }
      router.lazy("/:a<a|b>", "parts.:a")
      """,
      files: [
        "parts/a.lua": """
        if not session.ready then events.on("/n", function() end) \(row.script) end
        events.on("/n", function() end)
        return { { path = "x", view = "X" } }
        """,
        "parts/b.lua": "return { { path = 'x', view = 'B' } }",
      ]
    )
    let first = await scripts.open("/a/x")
    #expect(first.hasPrefix(row.expected), "\(first)")
    #expect(await scripts.open("/b/x") == "opened B")
    #expect(await scripts.evaluate("events.emit('/n')") == "0")
    _ = await scripts.evaluate("(function() session.ready = true end)()")
    #expect(await scripts.open("/a/x") == "opened X")
    #expect(await scripts.evaluate("events.emit('/n')") == "1")
  }

  @Test(arguments: [
    "Staff:cancel()", "do local _ <close> = Staff end", "pcall(Staff.cancel, Staff)",
    "spawn(function() router.guard('/', function() return false end) end)",
    "after(0, function() router.guard('/', function() return false end) end)",
    "every(1, function() end)", "events.emit('/close')",
    "resources.put { path = '/price', value = 1 }",
  ])
  func `a module cannot end a rule, and nothing of a part that fails remains`(
    line: String
  ) async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "home", path = "/", view = "Home" }
      router.route { name = "staff", path = "/staff", view = "Staff" }
      Staff = router.guard("/staff", function() return false end)
      events.on("/close", function() router.guard("/", function() return false end) end)
      router.lazy("/a", "part")
      """,
      files: [
        "part.lua": """
        if not session.ready or not session.tried then
          session.tried = true
          \(line)
          error("not ready")
        end
        return { { path = "x", view = "X" } }
        """
      ]
    )
    for _ in 0..<2 { #expect(await scripts.open("/a/x").hasPrefix("failed")) }
    #expect(await scripts.open("/staff").hasPrefix("intercepted"))
    #expect(await scripts.open("/") == "opened Home")
    #expect(await scripts.evaluate("#resources.list()") == "0")
    _ = await scripts.evaluate("(function() session.ready = true end)()")
    #expect(await scripts.open("/a/x") == "opened X")
  }

  @Test func `a missing module is named with the nearest one and the place of the call`()
    async throws
  {
    let scripts = try await LoadedScripts.load(
      "router.lazy('/:city<linz|wien>', 'cities.:city')",
      files: ["cities/linz.lua": "return {}"]
    )
    #expect(
      await scripts.open("/wien/x")
        == "failed script_error: main.lua:1: Cannot find module 'cities.wien', which '/wien' needs"
        + " (main.lua:1). Did you mean 'cities.linz'?"
    )
  }

  @Test func `a reload loads the loaded parts again, and only their mistakes refuse it`()
    async throws
  {
    let scripts = try await LoadedScripts.load(Self.main, files: Self.files)
    _ = await scripts.open("/shop/basket")
    var files = Self.files
    files["main.lua"] = Self.main
    files["cities/linz.lua"] = "error('broken')"
    try await scripts.host.load(from: .texts(files))
    #expect(await scripts.evaluate("return waiting()") == Self.all.replacing("/shop/** ", with: ""))
    files["features/shop.lua"] = "return { { path = 'x', veiw = 'X' } }"
    await #expect(throws: ScriptProblems.self) { try await scripts.host.load(from: .texts(files)) }
    #expect(await scripts.open("/shop/basket") == "opened Basket")
  }

  @Test func `a tool loads every part, and reports each one that fails`() async throws {
    var files = Self.files
    files["main.lua"] = Self.main
    files["cities/linz.lua"] = "error('broken')"
    files["areas.lua"] = nil
    let host = try ScriptHost(
      .texts(files),
      in: try LinkRouter(isolation: nil),
      options: ScriptOptions(loadsParts: true)
    )
    let error = await #expect(throws: ScriptProblems.self) { try await host.load() }
    #expect(
      error?.problems.map { "\($0.site.map { "\($0)" } ?? ""): \($0.message)" } == [
        "cities/linz.lua:1: broken",
        "main.lua:6: Cannot find module 'areas', which '/area/north' needs (main.lua:6).",
        "main.lua:6: Cannot find module 'areas', which '/area/south' needs (main.lua:6).",
      ]
    )
  }

  @Test func `the samples of a part have its own values, although its type has other samples`()
    async throws
  {
    var files = Self.files
    files["main.lua"] = """
      router.type("city", { match = { "linz", "graz" }, samples = "linz" })
      router.lazy("/city/:city<city>", "cities.:city", { names = ":city." })
      """
    let router = try LinkRouter(isolation: nil)
    let options = ScriptOptions(loadsParts: true)
    try await ScriptHost(.texts(files), in: router, options: options).load()
    let samples = await router.perform { application in
      let rules = application.router.rules
      let index = rules.directory.index
      return ["linz.zone", "graz.hill"].compactMap { index.route(named: $0) }
        .map { SampleLocations(of: $0, in: index, rules: rules).chosen.first?.path ?? "none" }
    }
    #expect(samples.count == 2)
    #expect(samples.first?.hasPrefix("/city/linz/zone/") == true)
    #expect(samples.last == "/city/graz/hill")
  }

  @Test func `cancelling removes the loaded routes and those to come`() async throws {
    let scripts = try await LoadedScripts.load(
      "late = router.lazy('/:a<a|b>', 'parts')",
      files: ["parts.lua": "return { { path = 'x', view = 'X' } }"]
    )
    #expect(await scripts.open("/a/x") == "opened X")
    _ = await scripts.evaluate("late:cancel()")
    #expect(await scripts.open("/a/x").hasPrefix("not_found"))
    #expect(await scripts.open("/b/x").hasPrefix("not_found"))
  }

  @Test func `the router reports a loaded part`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.main + """

        events.on("moonroute://part-loaded", function(event)
          session.seen = event.extra.module .. " " .. event.extra.params.city .. " "
            .. math.type(event.extra.seconds)
        end)
        """,
      files: Self.files
    )
    _ = await scripts.open("/city/linz/zone/1")
    #expect(await scripts.evaluate("return session.seen") == "cities.linz linz float")
  }

  @Test func `an endless module ends at the computing time of loading`() async throws {
    let scripts = try await LoadedScripts.load(
      "router.lazy('/a', 'a') router.route { path = '/', view = 'Home' }",
      files: ["a.lua": "while true do end"],
      computingTime: .milliseconds(50)
    )
    #expect(await scripts.open("/a/x").hasPrefix("failed"))
    #expect(await scripts.open("/") == "opened Home")
  }
}
