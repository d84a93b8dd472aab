import Moonroute
import ScriptHost
import Testing

@Suite struct RouteDefinitionTests {
  @Test(arguments: [
    ScriptCase(
      "view: a name",
      #"router.route { name = "a", path = "/a", view = "A" }"#,
      "opened A"
    ),
    ScriptCase(
      "view: a function",
      #"router.route { path = "/a", view = function() return screen { "A", title = "T" } end }"#,
      "opened T"
    ),
    ScriptCase(
      "action: values",
      #"router.route { path = "/a", action = function() return 1, "b", nil, true end }"#,
      "handled 1, b, nil, true"
    ),
    ScriptCase(
      "action: nothing",
      #"router.route { path = "/a", action = function() end }"#,
      "handled "
    ),
    ScriptCase(
      "action: false declines, and the next match is tried",
      """
      router.route { path = "/a", action = function() return false end }
      router.route { path = "/:any", view = "Any" }
      """,
      "opened Any"
    ),
    ScriptCase(
      "action: router.decline declines, and the next match is tried",
      """
      router.route { path = "/a", action = function() return router.decline end }
      router.route { path = "/:any", view = "Any" }
      """,
      "opened Any"
    ),
    ScriptCase(
      "redirect: a function",
      """
      router.route { path = "/a", redirect = function() return router.to("b") end }
      router.route { name = "b", path = "/b", view = "B" }
      """,
      "opened B"
    ),
    ScriptCase(
      "redirect: text",
      """
      router.route { path = "/a", redirect = "/b" }
      router.route { path = "/b", view = "B" }
      """,
      "opened B"
    ),
    ScriptCase(
      "redirect: a location",
      """
      router.route { name = "b", path = "/b", view = "B" }
      router.route { path = "/a", redirect = router.to("b") }
      """,
      "opened B"
    ),
    ScriptCase(
      "redirect: a list, in order",
      """
      router.route {
        path = "/a", view = "A",
        redirect = { function() end, function() return true end, function() return false, "3rd" end },
      }
      """,
      "intercepted: 3rd"
    ),
    ScriptCase(
      "animator: a name",
      #"router.route { path = "/a", view = "A", animator = "root" }"#,
      "opened A"
    ),
    ScriptCase(
      "animator: a function",
      """
      router.route { path = "/a", view = "A", animator = function(state) return animator.root end }
      """,
      "opened A"
    ),
    ScriptCase(
      "priority: the higher wins",
      """
      router.route { path = "/a", view = "Low" }
      router.route { path = "/:a", view = "High", priority = 1 }
      """,
      "opened High"
    ),
    ScriptCase(
      "case_sensitive: false compares lower case",
      #"router.route { path = "/A", view = "A", case_sensitive = false }"#,
      "opened A"
    ),
    ScriptCase(
      "keep_query: a redirect keeps the query",
      """
      router.route { path = "/a", redirect = "/b", keep_query = true }
      router.route { path = "/b", action = function(state) return state.query.q end }
      """,
      "handled 1"
    ),
    ScriptCase(
      "meta and tags: seen in the state",
      """
      router.route {
        path = "/a", tags = { "x", "y" }, meta = { area = "shop", list = { 1, 2 } },
        action = function(state)
          return state.tags[1] .. state.tags[2], state.meta.area, state.meta.list[2]
        end,
      }
      """,
      "handled xy, shop, 2"
    ),
    ScriptCase(
      "tags: one text is a list of one",
      """
      router.route { path = "/a", tags = "x", action = function(s) return #s.tags end }
      """,
      "handled 1"
    ),
    ScriptCase(
      "routes: the paths of children continue their parent's",
      """
      router.route {
        name = "root", path = "/", view = "Root", tags = { "t" }, meta = { area = "shop" },
        routes = {
          { name = "a", path = "a", action = function(s)
              return s.meta.area, s.tags[1], table.concat(s.branch, ">")
            end },
        },
      }
      """,
      "handled shop, t, root>a"
    ),
    ScriptCase(
      "a view that returns nil is no_view",
      #"router.route { path = "/a", view = function() end }"#,
      "failed no_view: main.lua:1: The view of route '/a' returned no screen."
    ),
    ScriptCase(
      "a view that returns another value fails with its line",
      """
      router.route { path = "/a",
        view = function() return "Home" end }
      """,
      "failed script_error: main.lua:2: The view returned a string, not a screen."
        + " Write return screen { … }."
    ),
    ScriptCase(
      "a view that raises fails with its line",
      """
      router.route { path = "/a", view = function()
        return nothing.at.all
      end }
      """,
      "failed script_error: main.lua:2: attempt to index a nil value (global 'nothing')"
    ),
    ScriptCase(
      "an action that raises fails with its line",
      """
      router.route { path = "/a", action = function()
        error("broken")
      end }
      """,
      "failed script_error: main.lua:2: broken"
    ),
    ScriptCase(
      "an animator function that returns no animator fails",
      """
      router.route { path = "/a", view = "A", animator = function()
        return "psh"
      end }
      """,
      "failed unknown_name: main.lua:1: There is no animator 'psh'. Did you mean 'push'?"
    ),
  ])
  func `a definition has its documented effect`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(row.script)
    #expect(await scripts.open("/a?q=1") == row.expected)
  }

  @Test func `on_exit gets the screen and the target, and false keeps the screen`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route {
        name = "form", path = "/form", animator = "root",
        view = function() return screen { "Form", dirty = true } end,
        on_exit = function(page, target)
          log.info(page.view, page == stage.top(), target and target.name)
          return not page.dirty
        end,
      }
      router.route { name = "home", path = "/", view = "Home", animator = "root" }
      """
    )
    #expect(await scripts.open("/form") == "opened Form")
    #expect(await scripts.open("/") == "intercepted: 'form' refused to leave")
    #expect(await scripts.evaluate("stage.top().view") == "Form")
    _ = await scripts.evaluate("stage.top():update { dirty = false }")
    #expect(await scripts.open("/") == "opened Home")
    #expect(scripts.log.lines == Array(repeating: "main.lua:5 info: Form true home", count: 2))
  }

  @Test func `on_exit can give the reason why its screen stays`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/", view = "Home", animator = "root" }
      router.route {
        name = "form", path = "/form", view = "Form", animator = "present",
        on_exit = function(page) return page.saved == true, "the form is not saved" end,
      }
      """
    )
    for location in ["/", "/form"] { _ = await scripts.open(location) }
    #expect(await scripts.open("/") == "intercepted: the form is not saved")
    #expect(await scripts.evaluate("select(2, router.back())") == "the form is not saved")
    _ = await scripts.evaluate("stage.top():update { saved = true }")
    #expect(await scripts.evaluate("router.back()") == "true")
  }

  @Test func `an invalid result of on_exit keeps the screen and fails`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route {
        path = "/form", view = "Form", animator = "root", on_exit = function() return nil end,
      }
      router.route { path = "/", view = "Home", animator = "root" }
      """
    )
    _ = await scripts.open("/form")
    #expect(
      await scripts.open("/")
        == "failed script_error: main.lua:2: the on_exit of '/form' returned nothing; return true"
        + " or false"
    )
    #expect(await scripts.evaluate("stage.top().view") == "Form")
  }
}
