import Moonroute
import ScriptHost
import Testing

/// `router.scheme` and its scope.
@Suite struct SchemeTests {
  @Test func `registrations of a scope are bound to its scheme`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      local shop = router.scheme("shop", { fallback = true })
      shop.route { name = "item", path = "/item/:id", view = "ShopItem" }
      shop.group { path = "/group", routes = { { path = "a", view = "GroupA" } } }
      shop.mount("/mount", function() return { { path = "a", view = "MountA" } } end)
      shop.proxy("/old/:id", "shop://item/:id")
      shop.guard("/item/closed", function() return false, "closed" end)
      shop.unmatched(function(state) return screen { "ShopLost" } end)
      router.unmatched(function(state) return screen { "Lost" } end)
      shop.on_error(function(outcome)
        if outcome.status == "intercepted" then return screen { "ShopError" } end
      end)
      router.route { path = "/item/:id", view = "Item" }
      router.route { path = "/free", view = "Free" }
      """
    )
    for (location, expected) in [
      ("shop://item/1", "opened ShopItem"), ("/item/1", "opened Item"),
      ("shop://group/a", "opened GroupA"), ("/group/a", "fell_back Lost"),
      ("shop://mount/a", "opened MountA"), ("shop://old/1", "opened ShopItem"),
      ("/old/1", "fell_back Lost"), ("shop://item/closed", "fell_back ShopError"),
      ("/item/closed", "opened Item"), ("shop://free", "opened Free"),
      ("shop://x", "fell_back ShopLost"), ("SHOP://x", "fell_back ShopLost"),
      ("other://x", "fell_back Lost"),
    ] {
      let got = await scripts.open(location)
      #expect(got == expected, "\(location)")
    }
    #expect(await scripts.evaluate("tostring(router.to('item', { id = 1 }))") == "shop://item/1")
  }

  @Test(arguments: [
    ("{ fallback = false }", "app://free", "not_found"),
    ("{ fallback = true }", "app://free", "opened Free"),
    ("{ authority = 'segment' }", "app://own", "opened Own"),
    ("{ authority = 'host' }", "app://any.where/own", "opened Own"),
    ("{ authority = 'ignore' }", "app://whatever/own", "opened Own"),
    ("{ hosts = { 'my.app' } }", "app://my.app/own", "opened Own"),
    ("{ hosts = { 'my.app' } }", "app://other.app/own", "not_found"),
    ("{ fragment = 'path' }", "app://x#/own?q=1", "opened Own"),
    ("{ fragment = 'query' }", "app://own#q=1", "opened Own"),
    ("{}", "app://own#q", "opened Own"),
    ("nil", "app://own", "opened Own"),
  ])
  func `a scheme's options determine how its locations are parsed`(
    options: String,
    location: String,
    expected: String
  ) async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.scheme("app", \(options)).route { path = "/own", view = "Own" }
      router.route { path = "/free", view = "Free" }
      """
    )
    let got = await scripts.open(location)
    #expect(got.hasPrefix(expected))
  }

  @Test(arguments: [
    ScriptCase(
      "no scheme",
      "router.scheme('my app')",
      """
      main.lua:1: 'my app' is not a scheme. Write a letter, then letters, digits, '+', '-' or '.'. \
      [wrong_type]
      """
    ),
    ScriptCase(
      "an unknown option",
      "router.scheme('app', { host = {} })",
      "main.lua:1:24: 'host' is not a field of a scheme. Did you mean 'hosts'? [unknown_field]"
    ),
    ScriptCase(
      "authority",
      "router.scheme('app', { authority = 'path' })",
      """
      main.lua:1:24: 'authority' of a scheme cannot be 'path'. It is one of "segment", "host", \
      "ignore". [wrong_type]
      """
    ),
    ScriptCase(
      "hosts without a host",
      "router.scheme('app', { authority = 'ignore', hosts = { 'a' } })",
      "main.lua:1:46: 'hosts' needs authority = \"host\", not \"ignore\". [wrong_type]"
    ),
    ScriptCase(
      "another scheme inside",
      "router.scheme('app').route { path = '/a', view = 'A', scheme = 'shop' }",
      "main.lua:1:55: 'scheme' is 'shop' inside the scope of 'app'. Leave it out. [wrong_type]"
    ),
    ScriptCase(
      "no name",
      "router.scheme().route { path = '/a', view = 'A' }",
      "main.lua:1: bad argument #1 to 'router.scheme' (string expected, got no value) [bad_argument]"
    ),
  ])
  func `an invalid scheme is refused with these messages`(row: ScriptCase) async throws {
    let found = try await problems(row.script)
    #expect(found == [row.expected])
  }
}
