import Moonroute
import ScriptHost
import Testing

@Suite struct ScreenTests {
  @Test func `a screen is the same object everywhere, and its fields are those on the stage`()
    async throws
  {
    let scripts = try await LoadedScripts.load(
      """
      local made
      router.route {
        name = "page", path = "/page/:n", animator = animator.refresh {
          apply = function(page, state)
            log.info("apply", page == made, page == stage.top(), rawequal(page, made))
            page.title = "Applied " .. state.params.n
          end,
          otherwise = "root",
        },
        view = function(state)
          made = screen { "Page", title = "Made " .. state.params.n }
          made.subtitle = "before"
          return made
        end,
        on_exit = function(page)
          log.info("exit", page == made, ({ [made] = "found" })[page])
          return true
        end,
      }
      router.route { path = "/other", view = "Other", animator = "root" }
      router.route { path = "/set", action = function()
        local top = stage.top()
        top.title = "Set"
        made.subtitle = "after"
        return made.title, stage.find("page").subtitle, made.id == top.id, made == top
      end }
      """
    )
    #expect(await scripts.open("/page/1") == "opened Made 1")
    #expect(await scripts.open("/set") == "handled Set, after, true, true")
    let stage = await scripts.router.perform { $0.stage.top?.props.fields }
    #expect(stage == ["title": "Set", "subtitle": "after"])
    #expect(await scripts.open("/page/2") == "opened Applied 2")
    #expect(await scripts.open("/other") == "opened Other")
    #expect(
      scripts.log.lines == [
        "main.lua:5 info: apply true true true", "main.lua:16 info: exit true found",
      ]
    )
  }

  @Test(arguments: [
    ScriptCase("view", "page.view", "Page"),
    ScriptCase("name: its route's", "page.name", "page"),
    ScriptCase("id", "math.type(page.id)", "integer"),
    ScriptCase("state: that of its location", "page.state.params.n", "1"),
    ScriptCase("props: the rest", "page.props.title, page.props.list[2]", "T, 2"),
    ScriptCase("a property as a field", "page.title, page.list[1]", "T, 1"),
    ScriptCase("no such property", "page.nothing", "nil"),
    ScriptCase(
      "props like any table",
      "type(page.props), rawget(page.props, 'title'), json.encode(page.props)",
      #"table, T, {"list":[1,2],"title":"T"}"#
    ),
    ScriptCase(
      "props into another screen",
      "(function() local other = screen { 'O' } other:update(page.props) other.all = page.props"
        + " return other.title, other.all.list[2] end)()",
      "T, 2"
    ),
    ScriptCase(
      "props to go through",
      "(function() local names = {} for name in pairs(page.props) do names[#names + 1] = name end"
        + " table.sort(names) return table.concat(names, ' ') end)()",
      "list title"
    ),
    ScriptCase(
      "props are set on the screen",
      "(function() page.props.title = 'U' end)()",
      "(eval):1: 'screen.props.title' cannot be set: this is a copy of the screen's properties. Set"
        + " them on the screen itself, as in screen.title = \"A\" or screen:update { title = \"A\" }."
    ),
    ScriptCase(
      "new props as well",
      "(function() rawset(page.props, 'new', 1) end)()",
      "(eval):1: 'screen.props.new' cannot be set: this is a copy of the screen's properties. Set"
        + " them on the screen itself, as in screen.title = \"A\" or screen:update { title = \"A\" }."
    ),
    ScriptCase(
      "fields are entered",
      "(function() page.fields.email = 'a@b' end)()",
      "(eval):1: 'screen.fields.email' cannot be set: this is a copy of the entered values. A"
        + " spec enters text with screen:fill."
    ),
    ScriptCase("tostring", "tostring(page)", "screen T /page/1"),
    ScriptCase(
      "update: several fields",
      "(function() page:update { title = 'U', more = 1 } return page.title, page.more end)()",
      "U, 1"
    ),
    ScriptCase(
      "nil removes",
      "(function() page.title = nil return page.title, tostring(page) end)()",
      "nil, screen Page /page/1"
    ),
    ScriptCase("another screen", "page == router.build('/page/2')", "false"),
  ])
  func `a screen has these fields`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "page", path = "/page/:n", animator = "root",
        view = function() return screen { "Page", title = "T", list = { 1, 2 } } end }
      """
    )
    _ = await scripts.open("/page/1")
    let got = await scripts.evaluate(
      "(function() local page = stage.top() return \(row.script) end)()"
    )
    #expect(got == row.expected)
  }

  @Test(arguments: [
    ScriptCase(
      "no view",
      "screen { title = 'T' }",
      """
      bad argument #1 to 'screen' (the first entry must be the view's name: { "Product" })
      """
    ),
    ScriptCase(
      "two entries",
      "screen { 'A', 'B' }",
      """
      bad argument #1 to 'screen' (a screen has one entry, the view's name; the rest are named \
      fields)
      """
    ),
    ScriptCase(
      "no table",
      "screen('A')",
      "bad argument #1 to 'screen' (table expected, got string)"
    ),
    ScriptCase(
      "a field of its own",
      "screen { 'A', name = 'x' }",
      "bad argument #1 to 'screen' ('name' is the screen's own and cannot be set)"
    ),
    ScriptCase(
      "a field without a name",
      "screen { 'A', [true] = 1 }",
      "bad argument #1 to 'screen' (the fields of a screen have names)"
    ),
    ScriptCase(
      "setting its own field",
      "(function() stage.top().view = 'B' end)()",
      "'view' of a screen cannot be set"
    ),
    ScriptCase(
      "updating its own field",
      "stage.top():update { title = 'U', id = 1 }",
      "bad argument #1 to 'update' ('id' cannot be set)"
    ),
    ScriptCase(
      "update without a table",
      "stage.top():update('x')",
      "bad argument #1 to 'update' (table expected, got string)"
    ),
  ])
  func `invalid use is refused with these messages`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(
      "router.route { path = '/', view = function() return screen { 'Page', title = 'T' } end }"
    )
    _ = await scripts.open("/")
    let got = await scripts.evaluate(row.script)
    #expect(got == "(eval):1: " + row.expected)
    #expect(await scripts.evaluate("stage.top().title, stage.top().view") == "T, Page")
  }

  @Test func `a body keeps its locations and functions`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "home", path = "/", view = function()
        return screen { "Home", body = {
          { "text", "Hi" },
          { "link", "Home", to = router.to("home") },
          { "button", "Press", on_tap = function(page) return "pressed " .. page.view end },
        } }
      end }
      """
    )
    _ = await scripts.open("/")
    let pressed = await scripts.evaluate(
      "stage.top().body[3].on_tap(stage.top()), tostring(stage.top().body[2].to)"
    )
    #expect(pressed == "pressed Home, /")
    let body = await scripts.router.perform { $0.stage.top?.props["body"] }
    #expect(body?.table?.items.first == ["text", "Hi"])
  }

  @Test func `a screen that has left the stage keeps its last fields`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/:n", animator = "root", view = function(state)
        held = held or screen { "Page", title = "T" }
        if state.params.n == "1" then return held end
        return screen { "Other" }
      end }
      """
    )
    _ = await scripts.open("/1")
    _ = await scripts.evaluate("stage.top():update { title = 'U' }")
    _ = await scripts.open("/2")
    let got = await scripts.evaluate("held.title, held.view, stage.top() == held")
    #expect(got == "U, Page, false")
  }
}
