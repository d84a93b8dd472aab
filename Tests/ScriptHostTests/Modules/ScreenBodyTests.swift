import Moonroute
import ScriptHost
import EmbeddedFiles
import Testing

/// Screen bodies: rejections by the screen constructor, and moves while a view is built.
@Suite struct ScreenBodyTests {
  private static let routes = """
    router.configure { animator = animator.root { wrap = "stack" } }
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "other", path = "/other", view = "Other", animator = "push" }
    router.route { name = "page", path = "/page", view = function() return make() end }

    """

  @Test(arguments: [
    ScriptCase("no body", "nil", ""),
    ScriptCase("an empty body", "{}", ""),
    ScriptCase("no body on a condition", "false", ""),
    ScriptCase("elements on a condition", "{ false, { 'text', 'a' }, nil, { 'text', 'b' } }", ""),
    ScriptCase(
      "every kind",
      "{ { 'text', 1 }, { 'heading', 'a' }, { 'image', 'u' }, { 'list', { { 'text', 'b' } } },"
        + " { 'link', 'c', to = '/', name = 'd' }, { 'link', 'e', to = router.to('home') },"
        + " { 'button', 'f', name = 'g', on_tap = function() end }, { 'button', 'h' },"
        + " { 'field', 'i', placeholder = 'j' } }",
      ""
    ),
    ScriptCase(
      "elements in their own list",
      "{ { { 'text', 'a' }, { 'link', 'b', to = '/' } } }",
      ""
    ),
    ScriptCase("rows of a list", "{ { 'list', { 'a', 2, { 'text', 'b' }, false } } }", ""),
    ScriptCase(
      "one element instead of rows",
      "{ { 'list', { 'link', 'a', to = '/' } } }",
      """
      wrong_type: A list of pieces is expected, not one piece. Write { { "link", … } }.
      """
    ),
    ScriptCase(
      "a body that is text",
      "'Hi'",
      """
      wrong_type: The body of a screen is a list of pieces, not text. \
      Write body = { { "text", … } }.
      """
    ),
    ScriptCase(
      "a body that is a function",
      "print",
      """
      wrong_type: The body of a screen is a list of pieces, not a function. \
      Write body = { { "text", … } }.
      """
    ),
    ScriptCase(
      "a body that is one element",
      "{ 'text', 'Hi' }",
      """
      wrong_type: A list of pieces is expected, not one piece. Write { { "text", … } }.
      """
    ),
    ScriptCase(
      "a name in the body",
      "{ { 'text', 'Hi' }, footer = { 'text', 'Bye' } }",
      "unknown_field: 'footer' is not a field of the body, which is a list of pieces."
    ),
    ScriptCase(
      "text instead of an element",
      "{ 5, 'Hi' }",
      """
      wrong_type: A piece of a body is a table with its kind first, not a number. \
      Write { "text", … }.
      """
    ),
    ScriptCase(
      "an unknown kind",
      "{ { 'anchor', 'a' } }",
      """
      unknown_name: 'anchor' is not a kind of piece of a body. The kinds are text, heading, image, \
      list, link, button, field.
      """
    ),
    ScriptCase(
      "a misspelt kind in a list",
      "{ { 'list', { { 'buton', 'a' } } } }",
      "unknown_name: 'buton' is not a kind of piece of a body. Did you mean 'button'?"
    ),
    ScriptCase(
      "a misspelt field",
      "{ { 'button', 'a', onTap = function() end } }",
      "unknown_field: 'onTap' is not a field of a button. Did you mean 'on_tap'?"
    ),
    ScriptCase(
      "an unknown field",
      "{ { 'link', 'a', href = '/' } }",
      "unknown_field: 'href' is not a field of a link. Its fields are name, to."
    ),
    ScriptCase(
      "a field of another kind",
      "{ { 'button', 'a', to = '/' } }",
      "unknown_field: 'to' is not a field of a button. Its fields are name, on_tap."
    ),
    ScriptCase(
      "a field of a kind without fields",
      "{ { 'image', 'a', alt = 'b' } }",
      "unknown_field: 'alt' is not a field of an image. It has no fields."
    ),
    ScriptCase(
      "on_tap that is not a function",
      "{ { 'button', 'a', on_tap = true } }",
      "wrong_type: 'on_tap' of a button must be a function, not true."
    ),
    ScriptCase(
      "on_tap that is a result",
      "{ { 'button', 'a', on_tap = router.open('/') } }",
      "wrong_type: 'on_tap' of a button must be a function, not a table."
    ),
    ScriptCase(
      "to that is not a location",
      "{ { 'link', 'a', to = 7 } }",
      "wrong_type: 'to' of a link must be a location or text, not a number."
    ),
    ScriptCase(
      "to that is a screen",
      "{ { 'link', 'a', to = screen { 'A' } } }",
      "wrong_type: 'to' of a link must be a location or text, not a screen."
    ),
    ScriptCase("to that is a name", "{ { 'link', 'a', to = 'home' } }", ""),
    ScriptCase(
      "to that is an unknown name",
      "{ { 'link', 'a', to = 'hom' .. 'me' } }",
      "unknown_name: No route is named 'homme'. Did you mean 'home'?"
    ),
    ScriptCase("to that is a location from data", "{ { 'link', 'a', to = '/no' .. 'where' } }", ""),
    ScriptCase(
      "a field without a name",
      "{ { 'field', placeholder = 'a' } }",
      "wrong_type: A field needs a name. Write { \"field\", \"email\" }."
    ),
  ])
  func `creating a screen refuses an invalid body`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + "function make() return screen { 'Page', body = \(row.script) } end"
    )
    let expected = row.expected.isEmpty ? "opened Page" : row.expected
    let got = await scripts.open("/page")
    #expect(got.replacing("failed ", with: "").replacing("main.lua:5: ", with: "") == expected)
  }

  @Test(arguments: ["top.body = 'Hi'", "top:update { body = 'Hi' }"])
  func `a screen on the stage refuses an invalid body`(call: String) async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + "function make() return screen { 'Page', body = { { 'text', 'a' } } } end"
    )
    _ = await scripts.open("/page")
    let got = await scripts.evaluate(
      "(function() local top = stage.top() local ok, p = pcall(function() \(call) end)"
        + " return ok, p.code, top.body[1][2] end)()"
    )
    #expect(got == "false, wrong_type, a")
  }

  @Test(arguments: [
    ("router.close()", "router.close"), ("router.back()", "router.back"),
    ("router.pop_to('home')", "router.pop_to"), ("router.pop_to_root()", "router.pop_to_root"),
    ("router.dismiss()", "router.dismiss"), ("router.select(1)", "router.select"),
    ("router.reset('/')", "router.reset"), ("stage.top():close()", "screen:close"),
    ("stage.restore(stage.save())", "stage.restore"), ("stage.swipe_back()", "stage.swipe_back"),
  ])
  func `moving the stage while a view is built is refused, and nothing moves`(
    call: String,
    name: String
  ) async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + "function make() return screen { 'Page', body = {\n"
        + "{ 'button', 'Close', on_tap = \(call) } } } end"
    )
    _ = await scripts.open("/")
    _ = await scripts.open("/other")
    #expect(
      await scripts.open("/page")
        == "failed denied: main.lua:6: \(name) moves the stage while the view is built."
        + " Write on_tap = function() \(name)() end, or call it in a handler."
    )
    #expect(await scripts.evaluate("stage.depth()") == "2")
  }

  @Test func `a handler or a button can move the stage while another view is built`()
    async throws
  {
    let scripts = try await LoadedScripts.load(
      Self.routes + """
        function make()
          return screen { "Page", body = { { "button", "Close", on_tap = function() router.close() end } } }
        end
        router.route { path = "/slow", view = function() sleep(5) return screen { "Slow" } end }
        """
    )
    _ = await scripts.open("/")
    #expect(await scripts.evaluate("router.push('/page').ok") == "true")
    #expect(await scripts.evaluate("stage.top():tap('Close') and stage.top().name") == "home")
    _ = await scripts.open("/other")
    _ = await scripts.evaluate("spawn(function() router.open('/slow') end)")
    #expect(await scripts.evaluate("(router.back())") == "true")
  }

  @Test func `the editor definitions list the kinds and the fields of elements`() throws {
    let definitions = TypeDefinitions()
    let fields = try #require(definitions.fields["screen.Element"])
    let known = Set(BodyKind.all.flatMap(\.fields))
    #expect(Set(fields.filter { !$0.hasPrefix("[") }) == known)
    let kinds = BodyKind.all.map { "\"\($0.name)\"" }.joined(separator: "|")
    let text = try #require(ScriptLibrary.text(of: "types/screen.lua"))
    #expect(text.contains("---@field [1] \(kinds) the kind\n"))
  }
}
