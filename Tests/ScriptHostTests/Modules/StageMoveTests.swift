import Moonroute
import ScriptHost
import Testing

/// Changing the stage from Lua.
@Suite struct StageMoveTests {
  private static let routes = """
    router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { name = "item", path = "/item/:id", view = "Item", animator = "push" }
    router.route { name = "help", path = "/help", view = "Help", animator = "sheet" }
    router.route { name = "form", path = "/form", view = "Form", animator = "push",
      on_exit = function(page, target) return page.saved == true end }
    router.shell { name = "main", path = "/app", tabs = {
      { name = "feed", path = "feed", view = "Feed", routes = {
        { name = "post", path = "post/:n", view = "Post" } } },
      { name = "search", path = "search", view = "Search" } } }
    """

  /// Locations to open, a call, its result, and the resulting stage.
  struct Case: CustomTestStringConvertible, Sendable {
    let locations: [String]
    let script: String
    let expected: String
    let screens: String

    var testDescription: String { "\(script) after \(locations.joined(separator: " "))" }

    init(_ locations: [String], _ script: String, _ expected: String, _ screens: String) {
      (self.locations, self.script) = (locations, script)
      (self.expected, self.screens) = (expected, screens)
    }
  }

  @Test(arguments: [
    Case(["/", "/item/1"], "router.back()", "true", "Home"),
    Case(["/", "/item/1", "/item/2"], "router.back(2)", "true", "Home"),
    Case(["/"], "router.back()", "false, back is not possible: nothing is below the top.", "Home"),
    Case(["/", "/item/1"], "router.can_go_back()", "true", "Home Item"),
    Case(["/"], "router.can_go_back()", "false", "Home"),
    Case(["/", "/item/1", "/item/2"], "router.pop_to('home')", "true", "Home"),
    Case(["/", "/item/1", "/item/2"], "router.pop_to_root()", "true", "Home"),
    Case(["/", "/help"], "router.dismiss()", "true", "Home"),
    Case(["/", "/item/1"], "router.close()", "true", "Home"),
    Case(["/", "/item/1"], "stage.top():close()", "true", "Home"),
    Case(
      ["/"],
      "stage.top():close()",
      "false, close cannot remove 'Home': nothing is below it. Open another root instead.",
      "Home"
    ),
    Case(["/", "/form"], "router.back()", "false, 'form' refused to leave", "Home Form"),
    Case(
      ["/", "/form"],
      "(function() stage.top().saved = true return router.back() end)()",
      "true",
      "Home"
    ),
    Case(["/app/feed/post/1"], "router.select('search')", "true", "Feed Post Search"),
    Case(["/app/feed/post/1"], "router.select(2)", "true", "Feed Post Search"),
    Case(["/app/feed/post/1"], "router.reset('feed')", "true", "Feed"),
    Case(
      ["/app/feed"],
      "router.select('serch')",
      "false, There is no tab 'serch'. The tabs are feed, search.",
      "Feed"
    ),
    Case(
      ["/app/feed"],
      "router.select(math.mininteger)",
      "false, There is no tab -9223372036854775808. The tabs are feed, search.",
      "Feed"
    ),
    Case(
      ["/app/feed"],
      "router.reset(1.5)",
      "bad argument #1 to 'router.reset' (the name or the number of a tab expected, got number)",
      "Feed"
    ),
    Case(["/app/feed"], "router.select(2.0)", "true", "Feed Search"),
    Case(["/app"], "router.go('/app/feed/post/3').animator", "go", "Feed Post"),
    Case(["/", "/item/1"], "router.replace('/item/2').animator", "replace", "Home Item"),
    Case(["/app/search"], "router.open('post', { animator = 'push' }).status", "error", "Search"),
    Case(
      ["/", "/item/1"],
      "router.back(0)",
      "bad argument #1 to 'router.back' (a number of steps of at least 1 expected)",
      "Home Item"
    ),
    Case(
      ["/"],
      "router.pop_to()",
      "bad argument #1 to 'router.pop_to' (string expected, got no value)",
      "Home"
    ),
  ])
  func `a move returns true, or false and the reason`(row: Case) async throws {
    let scripts = try await LoadedScripts.load(Self.routes)
    for location in row.locations { _ = await scripts.open(location) }
    let got = await scripts.evaluate(row.script)
    if row.expected == "error" {
      #expect(got.hasPrefix("(eval):1: "))
    } else {
      #expect(got.replacing("(eval):1: ", with: "") == row.expected)
    }
    let screens = await scripts.router.perform { $0.stage.screens.map(\.view) }
    #expect(screens.joined(separator: " ") == row.screens)
  }

  @Test func `ask waits for the result, and returns how the screen was closed`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + """

        router.route { path = "/ask", action = function()
          local value, how = router.ask("help", { extra = 1 })
          return value, how
        end }
        """
    )
    _ = await scripts.open("/")
    for (close, expected) in [
      ("stage.top():close({ 1, name = 'x' })", "handled {1, name = x}, closed"),
      ("router.dismiss('d')", "handled d, dismissed"),
      ("router.open('/')", "handled nil, removed"),
    ] {
      let asked = Task { await scripts.open("/ask") }
      while await scripts.evaluate("stage.top().name") != "help" { await Task.yield() }
      _ = await scripts.evaluate(close)
      #expect(await asked.value == expected)
    }
    #expect(await scripts.evaluate("router.ask('/nowhere')") == "nil, not_found")
  }

  @Test func `messages and results reach the handle and the options`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + """

        router.route { path = "/open", action = function()
          local outcome = router.open("help", { on = {
            saved = function(value) log.info("option", value.n) end } })
          handle = outcome.handle
          handle:on("saved", function(value) sleep(0) log.info("handle", value.n) end)
          return handle == outcome.handle, tostring(handle)
        end }
        """
    )
    _ = await scripts.open("/")
    let opened = await scripts.open("/open")
    #expect(opened == "handled true, handle")
    #expect(await scripts.evaluate("stage.top():send('saved', { n = 1 })") == "2")
    #expect(await scripts.evaluate("stage.top():send('other')") == "0")
    _ = await scripts.evaluate("held = stage.top()")
    _ = await scripts.evaluate("router.close('bye')")
    #expect(await scripts.evaluate("handle:result()") == "bye, closed")
    #expect(await scripts.evaluate("held:send('saved')") == "0")
    while scripts.log.lines.count < 2 { await Task.yield() }
    #expect(scripts.log.lines.map { $0.split(separator: ": ")[1] } == ["option 1", "handle 1"])
  }

  @Test
  func `a failing listener is logged, and one of old scripts is ignored and does not count`()
    async throws
  {
    let scripts = try await LoadedScripts.load(Self.routes)
    _ = await scripts.open("/")
    _ = await scripts.evaluate(
      "router.open('help', { on = { m = function(value) error('broken ' .. value) end } })"
    )
    #expect(await scripts.evaluate("stage.top():send('m', 'one')") == "1")
    while scripts.log.lines.isEmpty { await Task.yield() }
    #expect(scripts.log.lines == ["(eval):1 error: broken one"])
    try await scripts.host.load()
    #expect(await scripts.evaluate("stage.top():send('m', 'two')") == "0")
    #expect(scripts.log.lines.count == 1)
    #expect(await scripts.evaluate("router.close()") == "true")
  }

  @Test func `a screen notifies when it appears, disappears and closes`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "home", path = "/", animator = animator.root { wrap = "stack" },
        view = function()
          local page = screen { "Home" }
          for _, turn in ipairs { "appear", "disappear", "close" } do
            page:on(turn, function(now) log.info(turn, now == page, now.title) end)
          end
          local never <close> = page:on("close", function() log.info("never") end)
          return page
        end }
      router.route { path = "/item", view = "Item", animator = "push" }
      """
    )
    _ = await scripts.open("/")
    _ = await scripts.evaluate("stage.top():update { title = 'T' }")
    _ = await scripts.open("/item")
    _ = await scripts.evaluate("router.back()")
    _ = await scripts.open("/")
    #expect(
      scripts.log.lines.map { $0.split(separator: ": ")[1] } == [
        "appear true nil", "disappear true T", "appear true T", "disappear true T", "close true T",
        "appear true nil",
      ]
    )
    #expect(
      await scripts.evaluate("stage.top():on('apear', print)")
        == """
        (eval):1: bad argument #1 to 'on' ('apear' is not "appear", "disappear" or "close". Did you \
        mean 'appear'?)
        """
    )
  }

  @Test func `a person's input is in the fields`() async throws {
    let scripts = try await LoadedScripts.load(Self.routes)
    _ = await scripts.open("/")
    await scripts.router.perform {
      _ = $0.stage.fill("email", with: "a@b.c", of: $0.stage.top?.id ?? .unplaced)
    }
    #expect(
      await scripts.evaluate("stage.top().fields.email, stage.top().fields.name") == "a@b.c, nil"
    )
  }

  @Test func `the stage is saved as plain data and restored`() async throws {
    let scripts = try await LoadedScripts.load(Self.routes)
    for location in ["/app/feed/post/1", "/help"] { _ = await scripts.open(location) }
    let drawing = await scripts.evaluate("tostring(stage)")
    _ = await scripts.evaluate("text = json.encode(stage.save())")
    _ = await scripts.open("/")
    #expect(await scripts.evaluate("#stage.restore(json.decode(text))") == "0")
    #expect(await scripts.evaluate("tostring(stage)") == drawing)
    #expect(
      await scripts.evaluate("stage.restore({})")
        == "(eval):1: This is not a saved stage: it has no window. Pass the value of a saved stage."
    )
  }

  @Test func `a page behind a declined action is restored without running the action`()
    async throws
  {
    let scripts = try await LoadedScripts.load(
      """
      count, isClosed = 0, true
      router.route { path = "/pay/:id", priority = 1, action = function()
        count = count + 1
        if isClosed then return router.decline end
        return "paid"
      end }
      router.route { name = "closed", path = "/pay/:id", view = "Closed", animator = "root" }
      """
    )
    _ = await scripts.open("/pay/7")
    let drawing = await scripts.evaluate("tostring(stage)")
    #expect(await scripts.evaluate("count") == "1")
    _ = await scripts.evaluate("(function() isClosed = false end)()")
    #expect(await scripts.evaluate("#stage.restore(stage.save())") == "0")
    #expect(await scripts.evaluate("tostring(stage)") == drawing)
    #expect(await scripts.evaluate("count") == "1")
    #expect(await scripts.open("/pay/7").contains("handled"))
  }

  @Test(arguments: [
    ScriptCase("pushes", "stage.push(screen)", "push"),
    ScriptCase("with options", "stage.present(screen, { wrap = 'stack' })", "present"),
    ScriptCase("shows", "stage.show(screen)", "push"),
    ScriptCase("answers a name", "return 'sheet'", "sheet"),
    ScriptCase("returns an animator", "return animator.root { wrap = 'stack' }", "root"),
    ScriptCase(
      "looks at the stage and waits",
      "sleep(0) if stage.depth() == 1 then return 'push' end",
      "push"
    ),
    ScriptCase("knows the source", "return source.name == 'home' and 'push' or 'root'", "push"),
    ScriptCase("draws the stage", "if tostring(stage):find('Home') then return 'push' end", "push"),
    ScriptCase(
      "does nothing",
      "",
      "custom did not place its screen. Push, present, show or set it as root, or return an animator."
    ),
    ScriptCase(
      "places twice",
      "stage.push(screen) stage.push(screen)",
      "custom placed its screen 2 times. Place it once."
    ),
    ScriptCase(
      "would remove",
      "stage.set_root(screen)",
      "custom cannot remove 'Home' by root. Return the animator instead, so that the leave guard of the screen is called."
    ),
    ScriptCase(
      "another screen",
      "stage.push(source)",
      "stage.push places the screen of this open only, which is the third argument of the function."
    ),
    ScriptCase("no screen", "stage.push()", "stage.push takes the screen to place."),
    ScriptCase(
      "a wrong option",
      "stage.push(screen, { wrp = 1 })",
      "'wrp' is not a field of animator.push."
    ),
    ScriptCase(
      "no options",
      "stage.push(screen, 'x')",
      "stage.push takes a table of options, not a string."
    ),
    ScriptCase("an error", "error('broken')", "broken"),
  ])
  func `a custom animator of a script places its screen`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
      router.route { path = "/new", view = "New", animator = animator.custom(function(stage, source, screen)
        \(row.script)
      end) }
      """
    )
    _ = await scripts.open("/")
    let outcome = await scripts.router.open("/new")
    let got = outcome.error?.message ?? outcome.animator ?? "nothing"
    #expect(got.hasPrefix(row.expected))
  }

  @Test func `a stage that a custom animator keeps places nothing later`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + """

        router.route { path = "/new", view = "New", animator = animator.custom(function(stage, _, page)
          kept, new = stage, page
          stage.push(page)
        end) }
        router.route { path = "/broken", view = "Broken", animator = animator.custom(function(stage, _, page)
          kept, new = stage, page
          error("broken")
        end) }
        """
    )
    _ = await scripts.open("/")
    for path in ["/new", "/broken"] {
      _ = await scripts.open(path)
      #expect(
        await scripts.evaluate("kept.push(new)")
          == "(eval):1: stage.push was called too late: the function has returned. Call it inside"
          + " the function."
      )
    }
  }

  @Test func `an invalid shell is refused`() async throws {
    #expect(
      try await problems("router.shell { tabs = { { path = '/a', view = 'A' } } }")
        .map {
          $0.split(separator: ": ").dropFirst().joined(separator: ": ")
        } == ["The tab '/a' of '/' has no name. Give it one. [bad_pattern]"]
    )
    #expect(
      try await problems("router.shell { tbs = {} }")
        .contains { $0.contains("'tbs' is not a field of a shell. Did you mean 'tabs'?") }
    )
    #expect(
      try await problems(
        "router.shell { initial = 'b', tabs = { { name = 'a', path = '/a', view = 'A' } } }"
      )
      .first?
      .contains("No tab is named 'b'.") == true
    )
  }
}
