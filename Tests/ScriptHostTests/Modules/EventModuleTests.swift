import Moonroute
import ScriptHost
import Testing

/// `events` in scripts.
@Suite struct EventModuleTests {
  private static let main = """
    seen = {}
    local function note(label)
      return function(event) seen[#seen + 1] = label .. " " .. event.path end
    end
    function take()
      local text = table.concat(seen, ", ")
      seen = {}
      return text
    end
    events.declare { name = "tick", path = "/tick/:n<int>" }
    events.declare { name = "price", path = "/price/:sku", sticky = true }
    events.on({ name = "seek", path = "/seek/:at<number>" }, note "seek")
    events.on("/seek/**", note "all")
    events.on("tick", note "tick")
    events.on("/once", note "once", { once = true })
    events.on("/wait", function(event)
      note "before" (event)
      sleep(0.001)
      events.emit("/waited")
    end)
    events.on("/chain/1", function(event)
      note "one" (event)
      inner = events.emit("/chain/2")
      note "one ends" (event)
    end)
    events.on("/chain/1", note "other")
    events.on("/chain/2", note "two")
    events.on("/broken", function() error("no") end)
    events.on("/broken", note "still")
    events.on("/fields/:id", function(event)
      fields = event.pattern .. " " .. event.params.id .. " " .. event.query.q .. " " .. event.extra.x
        .. " " .. tostring(event.location)
    end)
    events.on("moonroute://did-open", function(event)
      seen[#seen + 1] = "opened " .. event.extra.location .. " " .. event.extra.name
    end)
    router.route { name = "home", path = "/", view = function() return screen { "Home" } end }
    router.route { name = "listening", path = "/listening", view = function()
      events.on("/news", note "screen")
      events.on("/dawn", note "dawn", { once = true })
      return screen { "Listening" }
    end }
    router.route { name = "emit", path = "/emit", action = function() return events.emit("/seek/1") end }
    router.route { name = "guarded", path = "/guarded", action = function() return take() end,
      redirect = function() events.emit("/seek/2") end }
    """

  @Test(arguments: [
    ScriptCase(
      "emit counts and delivers",
      "events.emit('/seek/2.5'), take()",
      "2, seek /seek/2.5, all /seek/2.5"
    ),
    ScriptCase(
      "a name",
      "events.emit('tick', nil, { params = { n = 3 } }), take()",
      "1, tick /tick/3"
    ),
    ScriptCase(
      "a pattern with parameters",
      "events.emit('/tick/:n<int>', nil, { params = { n = 4 } }), take()",
      "1, tick /tick/4"
    ),
    ScriptCase("nobody", "events.emit('/nobody'), take()", "0, "),
    ScriptCase("once", "events.emit('/once'), events.emit('/once'), take()", "1, 0, once /once"),
    ScriptCase("up to the first wait", "events.emit('/wait'), take()", "1, before /wait"),
    ScriptCase(
      "after the wait",
      "(function() events.emit('/wait') return events.next('/waited').path end)()",
      "/waited"
    ),
    ScriptCase(
      "inside a handler",
      "events.emit('/chain/1'), inner, take()",
      "2, 1, one /chain/1, one ends /chain/1, other /chain/1, two /chain/2"
    ),
    ScriptCase("a handler that fails", "events.emit('/broken'), take()", "2, still /broken"),
    ScriptCase(
      "fields",
      "events.emit('/fields/7?q=a', { x = 'y' }), fields",
      "1, /fields/:id 7 a y /fields/7?q=a"
    ),
    ScriptCase(
      "a location",
      "events.emit(router.location('/seek/1')), take()",
      "2, seek /seek/1, all /seek/1"
    ),
    ScriptCase(
      "cancel",
      "(function() local s = events.on('/c', print) s:cancel() return events.emit('/c') end)()",
      "0"
    ),
    ScriptCase(
      "close",
      "(function() do local s <close> = events.on('/c', print) end return events.emit('/c') end)()",
      "0"
    ),
    ScriptCase("timeout", "events.next('/never', { timeout = 0.001 })", "nil, timeout"),
    ScriptCase(
      "sticky",
      "(function() events.emit('/price/a', 1) events.emit('/price/b', 2) events.emit('/price/a', 3) return events.last('price').extra, events.last('/price/b').extra, events.last('/price/c') end)()",
      "3, 2, nil"
    ),
    ScriptCase(
      "forget",
      "(function() events.emit('/price/a', 1) events.forget('price') return events.last('price') end)()",
      "nil"
    ),
    ScriptCase("in an action", "router.fetch('/emit'), take()", "2, seek /seek/1, all /seek/1"),
    ScriptCase("in a guard", "router.fetch('/guarded')", "seek /seek/2, all /seek/2"),
    ScriptCase("the router's own", "router.open('/').status, take()", "opened, opened / home"),
    ScriptCase(
      "a view's subscriptions end with its screen",
      "router.open('/listening', { animator = 'root' }).ok, events.emit('/news'), router.open('/', { animator = 'root' }).ok, events.emit('/news'), take()",
      "true, 1, true, 0, opened /listening listening, screen /news, opened / home"
    ),
  ])
  func `events flow between scripts`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(Self.main)
    #expect(await scripts.evaluate(row.script) == row.expected)
  }

  @Test(arguments: [
    ScriptCase(
      "an unknown name",
      "(events.emit('sek'))",
      "No event is named 'sek'. Did you mean 'seek'?"
    ),
    ScriptCase(
      "listening to an unknown name",
      "events.on('sek', print)",
      "No event is named 'sek'. Did you mean 'seek'?"
    ),
    ScriptCase(
      "a taken name",
      "events.declare { name = 'seek', path = '/x' }",
      "The event name 'seek' belongs to '/seek/:at<number>' already. Choose another one."
    ),
    ScriptCase(
      "an unknown field",
      "events.declare { nam = 'x', path = '/x' }",
      "'nam' is not a field of an event. Did you mean 'name'?"
    ),
    ScriptCase(
      "an unknown option",
      "events.on('/x', print, { onc = true })",
      "'onc' is not a field of these options. Did you mean 'once'?"
    ),
    ScriptCase(
      "the router's own",
      "(events.emit('moonroute://did-open'))",
      "'moonroute://did-open' cannot be emitted: the scheme 'moonroute' is reserved for the router's own events."
    ),
    ScriptCase(
      "no function",
      "events.on('/x', 1)",
      "bad argument #2 to 'events.on' (function expected, got number)"
    ),
  ])
  func `invalid calls are reported`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(Self.main)
    #expect(await scripts.evaluate(row.script) == "(eval):1: \(row.expected)")
  }

  @Test func `errors while loading have their line, including emit and forget`()
    async throws
  {
    let found = try await problems("events.on('/:', print)\nevents.on('nobody', print)")
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("main.lua:1:13: ") == true)
    let emitted = try await problems("events.emit('/x')")
    #expect(emitted.first?.contains("events.emit cannot be called while the scripts load") == true)
    let forgotten = try await problems("events.forget('/x')")
    #expect(
      forgotten == [
        "main.lua:1: events.forget cannot be called while the scripts load, since the load may"
          + " still fail. Call it in a handler. [denied]"
      ]
    )
  }

  @Test func `program and scripts receive each other's events, the program first`() async throws {
    let scripts = try await LoadedScripts.load(
      "events.on('/a/:id<int>', function(event) log.info(event.extra.name) end)"
    )
    let heard = try await scripts.router.perform { application in
      var heard: [String] = []
      try application.events.on("/a/:id<int>") { heard.append($0.extra.table?["name"].text ?? "") }
      #expect(try application.events.emit("/a/1", ["name": "ann"]) == 2)
      #expect(try application.events.emit("/a/x", ["name": "bob"]) == 0)
      return heard
    }
    #expect(heard == ["ann"])
    #expect(scripts.log.lines == ["main.lua:1 info: ann"])
    #expect(await scripts.evaluate("events.emit('/a/2', { name = 'cid' })") == "2")
  }

  @Test func `a sticky event with a script's function ends with its generation`()
    async throws
  {
    let declared = "events.declare { name = 'job', path = '/job/:n', sticky = true }"
    let scripts = try await LoadedScripts.load(declared)
    for extra in ["{ list = { { run = function() end } } }", "print", "'text'"] {
      let key = "/job/\(extra.utf8.count)"
      #expect(await scripts.evaluate("events.emit('\(key)', \(extra))") == "0")
      #expect(await scripts.evaluate("events.last('\(key)') ~= nil") == "true")
    }
    let listening = "events.on('/job/:n', function(event) log.info(event.extra) end)"
    try await scripts.host.load(from: .texts(["main.lua": declared + "\n" + listening]))
    while scripts.log.lines.isEmpty { await Task.yield() }
    #expect(scripts.log.lines == ["main.lua:2 info: text"])
    #expect(await scripts.evaluate("#events.last('job').extra") == "4")
    #expect(await scripts.evaluate("events.last('/job/5')") == "nil")
    #expect(await scripts.evaluate("events.last('/job/39')") == "nil")
  }

  @Test func `subscriptions end with their generation, sticky events and the program's stay`()
    async throws
  {
    let scripts = try await LoadedScripts.load(
      """
      events.declare { name = "price", path = "/price", sticky = true }
      events.on("/price", function(event) log.info(event.extra) end)
      """
    )
    try await scripts.router.perform { application in
      _ = try application.events.on("/price") { _ in }
      #expect(try application.events.emit("/price", 5) == 2)
    }
    try await scripts.host.load()
    #expect(await scripts.evaluate("events.last('price').extra") == "5")
    #expect(try await scripts.router.emit("/price", 6) == 2)
    #expect(
      scripts.log.lines == ["main.lua:2 info: 5", "main.lua:2 info: 5", "main.lua:2 info: 6"]
    )
  }

  @Test func `a path without its slash is a pattern, never a name`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      events.on({ path = "sendSuccess" }, function(event) log.info(event.pattern) end)
      events.on({ name = "seek", path = "seek" }, function(event) log.info(event.name) end)
      """
    )
    #expect(await scripts.evaluate("events.emit('/sendSuccess'), events.emit('seek')") == "1, 1")
    #expect(scripts.log.lines == ["main.lua:1 info: /sendSuccess", "main.lua:2 info: seek"])
    #expect(await scripts.evaluate("events.emit('sendSuccess')").contains("sendSuccess"))
  }

  @Test func `a screen that is being made can own the view's registrations`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      local function page(name, answer)
        return function(state)
          local page = screen { name, seen = 0 }
          local other = screen { "Other" }
          events.on("/changed", function() page.seen = page.seen + 1 end, { owner = page })
          events.on("/changed", function() log.error("never shown") end, { owner = other })
          router.guard("/guarded", function() return false, name end, { owner = page })
          during = events.emit("/changed")
          return answer(page)
        end
      end
      router.route { path = "/a", animator = "root", view = page("A", function(page) return page end) }
      router.route { path = "/b", animator = "root", view = page("B", function() end) }
      router.route { path = "/c", animator = "root", view = "C" }
      router.route { path = "/guarded", action = function() return "in" end }
      """
    )
    #expect(await scripts.open("/a") == "opened A")
    #expect(await scripts.evaluate("during") == "2")
    #expect(await scripts.evaluate("events.emit('/changed')") == "1")
    #expect(await scripts.evaluate("stage.top().seen") == "2")
    #expect(await scripts.open("/guarded") == "intercepted: A")
    #expect(await scripts.open("/c") == "opened C")
    #expect(await scripts.evaluate("events.emit('/changed')") == "0")
    #expect(await scripts.open("/guarded") == "handled in")
    #expect(await scripts.open("/b").hasPrefix("failed no_view"))
    #expect(await scripts.evaluate("events.emit('/changed')") == "0")
  }
}
