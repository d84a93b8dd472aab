import Moonroute
import ScriptHost
import Testing

@Suite struct RebuildTests {
  private static func main(_ title: String, extra: String = "") -> String {
    """
    router.route { name = "home", path = "/", animator = animator.root { wrap = "stack" },
      view = "Home" }
    router.route { name = "item", path = "/item/:id<int>", view = function(state)
      \(extra)
      return screen { "Item", title = "\(title) " .. state.params.id }
    end }
    """
  }

  private func drawing(_ scripts: LoadedScripts) async -> String {
    await scripts.router.perform { $0.stage.tree.description }
  }

  @Test func `screens are rebuilt in place with the same identity`() async throws {
    let scripts = try await LoadedScripts.load(Self.main("Item"))
    for link in ["/", "/item/1", "/item/2"] { _ = await scripts.open(link) }
    let before = await scripts.router.perform { $0.stage.screens.map(\.id) }
    let turns = try await scripts.router.perform { application in
      var turns: [String] = []
      let life = application.router.observeScreens { turns.append("\($0.turn)") }
      let moves = application.stage.transitions.count
      try await scripts.host.load(from: .texts(["main.lua": Self.main("Thing")]))
      life.cancel()
      return turns + Array(repeating: "moved", count: application.stage.transitions.count - moves)
    }
    #expect(turns == [])
    #expect(await scripts.router.perform { $0.stage.screens.map(\.id) } == before)
    #expect(
      await drawing(scripts) == """
        window
        └─ stack
           ├─ Home  /
           ├─ Thing 1  /item/1
           └─ Thing 2  /item/2  ◀ top
        """
    )
  }

  @Test(arguments: ["/nowhere", "/broken"])
  func `a screen of on_error or unmatched has no route that a reload could remove`(
    location: String
  ) async throws {
    let main =
      Self.main("Item") + """

        router.route { path = "/broken", action = function() error("broken") end }
        router.unmatched(function() return screen { "Missing" } end)
        router.on_error(function() return screen { "Oops" } end)
        """
    let scripts = try await LoadedScripts.load(main)
    _ = await scripts.open("/item/1")
    _ = await scripts.open(location)
    let reload = try await scripts.host.load(from: .texts(["main.lua": main]))
    #expect(reload.screens.map(\.screen.name) == ["item"])
    #expect(await scripts.router.perform { $0.stage.screens.count } == 2)
  }

  @Test func `properties changed after the view was made survive`() async throws {
    func main(_ title: String) -> String {
      """
      router.route { name = "home", path = "/", view = function()
        return screen { "Home", title = "\(title)", color = "red", unsaved = false, hint = "h" }
      end }
      router.route { path = "/swap", action = function()
        local page = stage.top()
        page.unsaved = true
        page.draft = "Dear"
        page.hint = nil
        page.on_send = function() end
      end }
      """
    }
    let scripts = try await LoadedScripts.load(main("One"))
    for link in ["/", "/swap"] { _ = await scripts.open(link) }
    for title in ["Two", "Three"] {
      try await scripts.host.load(from: .texts(["main.lua": main(title)]))
      #expect(
        await scripts.evaluate(
          "(function() local p = stage.top() return p.title, p.color, p.unsaved, p.draft, p.hint, p.on_send end)()"
        ) == "\(title), red, true, Dear, nil, nil"
      )
    }
  }

  @Test func `rebuilding runs no guards, and a recheck runs them`() async throws {
    let guarded = Self.main("Item") + "router.guard('item', function() return false end)"
    let scripts = try await LoadedScripts.load(Self.main("Item"))
    for link in ["/", "/item/1"] { _ = await scripts.open(link) }
    let reload = try await scripts.host.load(from: .texts(["main.lua": guarded]))
    #expect(reload.screens.count == 2)
    #expect(await drawing(scripts).contains("Item 1"))
    await scripts.router.perform { _ = await $0.router.revalidate() }
    #expect(!(await drawing(scripts).contains("Item 1")))
  }

  @Test func `a view that fails leaves the old picture, marked as stale`() async throws {
    let scripts = try await LoadedScripts.load(Self.main("Item"))
    _ = await scripts.open("/item/1")
    let broken = Self.main("Item", extra: "error('no picture')")
    let reload = try await scripts.host.load(from: .texts(["main.lua": broken]))
    guard case .failed(let error) = reload.screens.first?.result else {
      return #expect(Bool(false), "it did not fail")
    }
    #expect(error.description == "main.lua:4: no picture")
    #expect(await drawing(scripts).contains("Item 1  /item/1  (stale)  ◀ top"))
    try await scripts.host.load(from: .texts(["main.lua": Self.main("Fixed")]))
    #expect(await drawing(scripts).contains("Fixed 1  /item/1  ◀ top"))
  }

  @Test(arguments: ["router.route { name = 'other', path = '/', view = 'O' }", ""])
  func `a screen with a removed route stays unchanged`(rest: String) async throws {
    let scripts = try await LoadedScripts.load(Self.main("Item"))
    _ = await scripts.open("/item/1")
    let reload = try await scripts.host.load(from: .texts(["main.lua": rest]))
    guard case .routeIsGone = reload.screens.first?.result else {
      return #expect(Bool(false), "it is not gone")
    }
    #expect(await drawing(scripts).contains("Item 1  /item/1  ◀ top"))
  }

  @Test func `the result of the new view becomes the screen on the stage`() async throws {
    func main(_ title: String) -> String {
      """
      router.route { name = "a", path = "/a", view = function()
        page = screen { "A", title = "\(title)" }
        return page
      end }
      router.route { path = "/rename", action = function() page.title = "renamed" return true end }
      """
    }
    let scripts = try await LoadedScripts.load(main("one"))
    _ = await scripts.open("/a")
    try await scripts.host.load(from: .texts(["main.lua": main("two")]))
    #expect(await drawing(scripts).contains("two  /a  ◀ top"))
    _ = await scripts.open("/rename")
    #expect(await drawing(scripts).contains("renamed  /a  ◀ top"))
  }

  @Test func `a wait for a result still gets it`() async throws {
    let main =
      Self.main("Item") + """

        router.route { name = "ask", path = "/ask", animator = "sheet", view = function()
          return screen { "Ask" } end }
        """
    let scripts = try await LoadedScripts.load(main)
    _ = await scripts.open("/")
    let opened = await scripts.router.perform { await $0.open("/ask").screen?.id }
    let id = try #require(opened)
    let handle = await scripts.router.perform { $0.router.handle(of: id) }
    try await scripts.host.load(from: .texts(["main.lua": main + " x = 1"]))
    let same = await scripts.router.perform { $0.router.handle(of: id) === handle }
    #expect(same)
  }

  @Test func `newer scripts that arrive during a rebuild win`() async throws {
    let gate = Gate()
    let scripts = try await LoadedScripts.load(Self.main("One")) { offers in
      offers.function("wait") { _ in
        await gate.wait()
        return .null
      }
    }
    _ = await scripts.open("/item/1")
    let slow = Self.main("Two", extra: "host.wait()")
    async let second = scripts.host.load(from: .texts(["main.lua": slow]))
    await gate.reached()
    let third = try await scripts.host.load(from: .texts(["main.lua": Self.main("Three")]))
    gate.open()
    #expect(try await second.screens.isEmpty)
    #expect(third.screens.count == 1)
    #expect(await drawing(scripts).contains("Three 1  /item/1  ◀ top"))
  }
}
