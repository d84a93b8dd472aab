import Moonroute
import ScriptHost
import Testing

@Suite struct GroupTests {
  @Test func `a group shares path, tags, meta and redirects with its routes`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.group {
        path = "/account", tags = { "private" }, meta = { area = "account", level = 1 },
        redirect = function(state, target)
          log.info(state.pattern, target.pattern)
          if not session.user then return false, "log in" end
        end,
        routes = {
          { name = "orders", path = "orders", meta = { level = 2 }, tags = { "money" },
            action = function(s) return s.meta.area, s.meta.level, table.concat(s.tags, "+") end },
          { name = "order", path = "orders/:id<int>", view = "Order", routes = {
            { name = "parcel", path = "parcel", view = "Parcel" },
          } },
        },
      }
      """
    )
    #expect(await scripts.open("/account/orders") == "intercepted: log in")
    _ = await scripts.evaluate("(function() session.user = 'mei' end)()")
    #expect(await scripts.open("/account/orders") == "handled account, 2, private+money")
    #expect(await scripts.open("/account/orders/7/parcel") == "opened Parcel")
    #expect(await scripts.open("/account").hasPrefix("not_found"))
    #expect(scripts.log.lines.last == "main.lua:4 info: /account /account/orders/:id<int>/parcel")
  }

  @Test(arguments: ["", "/", " / "])
  func `an index page has the location of its parent`(path: String) async throws {
    let scripts = try await LoadedScripts.load(
      """
      local function page(name) return { path = "\(path)", name = name, view = name } end
      router.group { path = "/account", routes = { page("Account"), { path = "a", view = "A" } } }
      router.route { path = "/help", routes = { page("Help") } }
      router.mount("/billing", function() return { page("Billing") } end)
      router.shell { name = "main", path = "/tabs", tabs = {
        { path = "\(path)", name = "home", view = "Home", routes = { { path = "b", view = "B" } } },
        { path = "more", name = "more", view = "More" },
      } }
      router.group { routes = { page("Start") } }
      """
    )
    #expect(await scripts.open("/account") == "opened Account")
    #expect(await scripts.open("/account/a") == "opened A")
    #expect(await scripts.open("/help") == "opened Help")
    #expect(await scripts.open("/billing") == "opened Billing")
    #expect(await scripts.open("/tabs") == "opened Home")
    #expect(await scripts.open("/") == "opened Start")
    #expect(await scripts.evaluate("tostring(router.to('Billing'))") == "/billing")
  }

  @Test func `an index page of a route with its own view is never reached`() async throws {
    let found = try await problems(
      """
      router.route { path = "/a", view = "A", routes = { { path = "/", view = "B" } } }
      """
    )
    #expect(
      found == [
        "main.lua:1: Route '/a' is never reached because of '/a' (main.lua:1). Remove one of them."
          + " [duplicate]"
      ]
    )
  }

  @Test func `a group binds its routes to a scheme and a host`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.group { scheme = "shop", routes = { { path = "a", view = "Shop" } } }
      router.group { scheme = "https", host = "*.example.com", routes = {
        { path = "a", view = "Web" },
      } }
      """
    )
    #expect(await scripts.open("shop://a") == "opened Shop")
    #expect(await scripts.open("https://www.example.com/a") == "opened Web")
    #expect(await scripts.open("https://example.org/a").hasPrefix("not_found"))
    #expect(await scripts.open("/a").hasPrefix("not_found"))
  }

  @Test func `the errors of a group precede those of its routes`() async throws {
    let found = try await problems(
      """
      router.group {
        path = 1,
        routes = {
          { path = "a", view = 1 },
        },
      }
      """
    )
    #expect(
      found == [
        "main.lua:2:3: 'path' of a group must be text, not 1. [wrong_type]",
        """
        main.lua:4:19: 'view' of a route must be the name of a view or a function, not 1. \
        [wrong_type]
        """,
      ]
    )
  }
}
