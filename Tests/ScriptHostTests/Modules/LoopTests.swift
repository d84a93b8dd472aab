import Moonroute
import ScriptHost
import Testing

/// Opens that lead back to themselves.
@Suite struct LoopTests {
  @Test
  func `a login that its own guard redirects to itself is a loop, with the guard and its line`()
    async throws
  {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "login", path = "/login", view = "Login" }
      router.route { name = "home", path = "/", view = "Home" }
      router.guard("/**", function(state)
        if session.user then return true end
        return router.to("login", nil, { back = tostring(state.location) })
      end)
      """
    )
    let error = await scripts.router.open("/").error
    #expect(error?.code == .redirectLoop)
    #expect(error?.site?.description == "main.lua:3")
    let message = error?.message ?? ""
    #expect(
      message.hasPrefix("The redirects return to '/login' again and again, each time with a")
    )
    #expect(message.hasSuffix(" The guard '/**' must let '/login' pass."), "\(message)")
  }

  @Test func `redirects between different pages are counted as usual`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      for i = 1, 9 do
        router.route { path = "/" .. i, redirect = "/" .. i + 1 }
      end
      router.route { path = "/find", redirect = function(state)
        local page = tonumber(state.query.page)
        return page >= 2 or router.location("/find?page=" .. page + 1)
      end, view = "Find" }
      """
    )
    #expect(await scripts.router.open("/1").error?.code == .redirectLimit)
    #expect(await scripts.open("/find?page=0") == "opened Find")
  }

  @Test(arguments: [
    ("the link itself", "router.open(state.location)", "/nowhere"),
    ("with a query", "router.open('/nowhere?back=' .. tostring(state.location))", "/nowhere"),
    ("by a redirect", "router.open('/old')", "/nowhere"),
    ("a redirect first", "router.open('/old')", "/old"),
    ("by another open", "router.open('/act')", "/nowhere"),
  ])
  func `an unmatched handler that opens its own link is a loop, and is not called again`(
    row: (name: String, call: String, link: String)
  ) async throws {
    let scripts = try await LoadedScripts.load(
      """
      calls = 0
      router.route { path = "/old", redirect = "/nowhere" }
      router.route { path = "/act", action = function() return router.open("/nowhere").status end }
      router.route { name = "found", path = "/found", view = "Found" }
      router.unmatched(function(state)
        calls = calls + 1
        outcome = \(row.call)
        return screen { "Missing" }
      end)
      """
    )
    #expect(await scripts.open(row.link) == "fell_back Missing")
    #expect(await scripts.evaluate("calls, #stage.screens()") == "1, 1")
    if row.call.contains("/act") {
      #expect(await scripts.evaluate("outcome.value") == "failed")
    } else {
      let words = await scripts.evaluate("outcome.error.code .. ': ' .. outcome.error.message")
      #expect(words.hasPrefix("redirect_loop: 'unmatched' opens '/nowhere"), "\(words)")
      #expect(
        words.hasSuffix(
          "' while it handles the same location. Return a screen, or open a location that a route"
            + " matches."
        )
      )
    }
  }

  @Test func `an unmatched handler can open other locations, matched or not`()
    async throws
  {
    let scripts = try await LoadedScripts.load(
      """
      calls = {}
      router.route { name = "found", path = "/found", view = "Found", animator = "root" }
      router.unmatched(function(state)
        calls[#calls + 1] = state.path
        if state.path == "/a" then router.open("/b") end
        if state.path == "/b" then router.open("/found") end
        return screen { "Missing" }
      end)
      """
    )
    #expect(await scripts.open("/a") == "fell_back Missing")
    #expect(await scripts.evaluate("table.concat(calls, ' ')") == "/a /b")
    #expect(await scripts.open("/a") == "fell_back Missing")
  }
}
