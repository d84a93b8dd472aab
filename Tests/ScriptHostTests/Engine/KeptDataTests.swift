import Moonroute
import ScriptHost
import Testing

@Suite struct KeptDataTests {
  private func load(_ scripts: LoadedScripts, _ main: String) async throws -> [String] {
    try await scripts.host.load(from: .texts(["main.lua": main])).warnings.map(\.message)
  }

  @Test func `kept values change in place and survive reloads`() async throws {
    let main = """
      local cart = reload.keep("cart", function() return { items = {} } end)
      router.route { path = "/add/:what", action = function(state)
        table.insert(cart.items, state.params.what) return #cart.items end }
      """
    let scripts = try await LoadedScripts.load(main)
    #expect(await scripts.open("/add/a") == "handled 1")
    #expect(try await load(scripts, main + " ") == [])
    #expect(await scripts.open("/add/b") == "handled 2")
    #expect(try await load(scripts, main + "  ") == [])
    #expect(await scripts.open("/add/c") == "handled 3")
  }

  @Test func `another version is migrated, or starts again without a migration`() async throws {
    func main(_ options: String) -> String {
      """
      local n = reload.keep("n", function() return { value = 0 } end, \(options))
      router.route { path = "/n", action = function() n.value = n.value + 1 return n.value end }
      """
    }
    let scripts = try await LoadedScripts.load(main("nil"))
    #expect(await scripts.open("/n") == "handled 1")
    let migrate = """
      { version = 2, migrate = function(old, version)
        return { value = old.value * 100 + (version or 7) } end }
      """
    #expect(try await load(scripts, main(migrate)) == [])
    #expect(await scripts.open("/n") == "handled 108")
    #expect(try await load(scripts, main("{ version = 2 }")) == [])
    #expect(await scripts.open("/n") == "handled 109")
    #expect(try await load(scripts, main("{ version = 3 }")) == [])
    #expect(await scripts.open("/n") == "handled 1")
  }

  @Test func `a kept value that is not plain is reported with its path, and the rest is kept`()
    async throws
  {
    let main = """
      local cart = reload.keep("cart", function() return { items = { 1, 2 } } end)
      router.route { path = "/spoil", action = function()
        cart.items[3] = print session.user = { name = "Ada" } return true end }
      router.route { path = "/n", action = function() return #cart.items, session.user.name end }
      """
    let scripts = try await LoadedScripts.load(main)
    #expect(await scripts.open("/spoil") == "handled true")
    #expect(
      try await load(scripts, main + " ") == [
        "cart.items[3] is a function and ends with its generation. Keep plain data in reload.keep."
      ]
    )
    #expect(await scripts.open("/n") == "handled 2, Ada")
  }

  @Test func `on_unload runs once at the swap, before values are copied`() async throws {
    let main = """
      session.loads = (session.loads or 0) + 1
      reload.on_unload(function()
        session.unloads = (session.unloads or 0) + 1 log.info("bye", reload.generation) end)
      router.route { path = "/n", action = function() return session.loads, session.unloads end }
      """
    let scripts = try await LoadedScripts.load(main)
    _ = try? await load(scripts, main + " x(")
    #expect(await scripts.open("/n") == "handled 1, nil")
    _ = try await load(scripts, main + " ")
    #expect(await scripts.open("/n") == "handled 2, 1")
    #expect(scripts.log.lines == ["main.lua:3 info: bye 1"])
  }

  @Test func `an on_unload that fails or never ends is reported and stops nothing`() async throws {
    let main = """
      reload.on_unload(function() error("oh no") end)
      reload.on_unload(function() while true do end end)
      """
    let scripts = try await LoadedScripts.load(main)
    _ = try await load(scripts, "router.route { path = '/n', action = function() return 5 end }")
    #expect(await scripts.open("/n") == "handled 5")
    #expect(scripts.log.lines.count == 2)
    #expect(scripts.log.lines.first == "main.lua:1 error: oh no")
  }

  @Test(arguments: [
    ("reload.keep()", "bad argument #1 to 'reload.keep' (a name expected, got nil)"),
    ("reload.keep('a')", "bad argument #2 to 'reload.keep' (function expected, got nil)"),
    (
      "reload.keep('a', function() end, { versoin = 1 })",
      "'versoin' is not an option of 'reload.keep'. It takes 'version' and 'migrate'."
    ),
    (
      "reload.keep('a', function() return 1 end) reload.keep('a', function() return 1 end)",
      "'a' is kept already. Keep a value once, in one module."
    ),
  ])
  func `an invalid call is refused with the reason`(main: String, message: String) async throws {
    #expect(try await problems(main).first?.contains("main.lua:1: \(message)") == true)
  }

  @Test func `timers and handlers end with their generation`() async throws {
    let main = "every(0.001, function() session.ticks = (session.ticks or 0) + 1 end)"
    let scripts = try await LoadedScripts.load(main)
    _ = try await load(scripts, "x = 1")
    let before = await scripts.evaluate("return session.ticks")
    for _ in 0..<20 { _ = await scripts.evaluate("sleep(0.001)") }
    #expect(await scripts.evaluate("return session.ticks") == before)
  }
}
