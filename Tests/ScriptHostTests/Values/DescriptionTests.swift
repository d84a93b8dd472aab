import Moonroute
import ScriptHost
import Testing

/// The text that `print`, `log`, `tostring` and `json.encode` produce for host values.
@Suite struct DescriptionTests {
  private static let script = """
    router.route { name = "item", path = "/item/:id<int>", tags = { "a" }, view = function(state)
      kept = state
      return screen { "Item", title = "Shirt", on_tap = function() end }
    end }
    router.route { name = "sum", path = "/sum", action = function() return 1, { 2 } end }
    router.route { name = "no", path = "/no", view = "No", redirect = function() return false, "shut" end }
    router.route { path = "/bad", action = function() error("oh") end }
    router.route { path = "/emit", action = function() return events.emit("/seek/3", { by = "me" }) end }
    events.on("/seek/:at<int>", function(event) seen = event end)
    """

  private func loaded() async throws -> LoadedScripts {
    let scripts = try await LoadedScripts.load(Self.script)
    _ = await scripts.open("/item/7?tab=x")
    _ = await scripts.open("/emit")
    return scripts
  }

  @Test(arguments: [
    ScriptCase("a location", "router.location('/a?b=1')", "/a?b=1"),
    ScriptCase("a state", "kept", "state item /item/7?tab=x { id = 7 }"),
    ScriptCase(
      "an event",
      "seen",
      "event /seek/:at<int> /seek/3 { at = 3 } extra = { by = \"me\" }"
    ),
    ScriptCase("a match", "router.match('/item/7')", "match item /item/7 { id = 7 }"),
    ScriptCase("a match without parameters", "router.match('/sum')", "match sum /sum"),
    ScriptCase("a screen", "stage.top()", "screen Shirt /item/7?tab=x"),
    ScriptCase("a screen that is not shown", "screen { 'A' }", "screen A"),
    ScriptCase("opened", "router.open('/item/8')", "outcome opened item /item/8"),
    ScriptCase("handled", "router.open('/sum')", "outcome handled sum /sum = { 1, { 2 } }"),
    ScriptCase("intercepted", "router.open('/no')", "outcome intercepted no /no: shut"),
    ScriptCase("failed", "router.open('/bad')", "outcome failed /bad /bad: main.lua:7: oh"),
    ScriptCase(
      "not_found",
      "router.open('/nowhere')",
      "outcome not_found /nowhere: No route matches '/nowhere'."
    ),
    ScriptCase("no location", "router.open('//%ff')", "outcome failed //%ff: "),
  ])
  func `print, log and tostring show readable text`(row: ScriptCase) async throws {
    let scripts = try await loaded()
    let line = "(function() local v = \(row.script) print(v) log.info(v) return tostring(v) end)()"
    let text = await scripts.evaluate(line)
    #expect(row.expected.hasSuffix(" ") ? text.hasPrefix(row.expected) : text == row.expected)
    #expect(scripts.log.lines == ["(eval):1 info: \(text)", "(eval):1 info: \(text)"])
  }

  @Test func `log shows the content of tables`() async throws {
    let scripts = try await loaded()
    _ = await scripts.evaluate("log.info({ kept, at = seen.params }, nil, { { 1 } })")
    #expect(
      scripts.log.lines == [
        "(eval):1 info: { \"state item /item/7?tab=x { id = 7 }\", at = { at = 3 } } nil { { 1 } }"
      ]
    )
  }

  @Test(arguments: [
    ScriptCase(
      "a state",
      "kept",
      #"{"branch":["item"],"dropped":{},"location":"/item/7?tab=x","meta":{},"name":"item","#
        + #""params":{"id":7},"path":"/item/7","pattern":"/item/:id<int>","query":{"tab":"x"},"#
        + #""query_all":{"tab":["x"]},"rest":{},"tags":["a"]}"#
    ),
    ScriptCase(
      "an event in a table",
      "{ e = seen, n = 1 }",
      #"{"e":{"extra":{"by":"me"},"location":"/seek/3","params":{"at":3},"path":"/seek/3","#
        + #""pattern":"/seek/:at<int>","query":{},"query_all":{},"rest":{}},"n":1}"#
    ),
    ScriptCase(
      "a screen",
      "stage.top()",
      #"{"id":1,"name":"item","view":"Item","location":"/item/7?tab=x","#
        + #""props":{"on_tap":"<function>","title":"Shirt"}}"#
    ),
    ScriptCase(
      "the error of an outcome",
      "router.open('/bad').error",
      #"{"code":"script_error","message":"oh","file":"main.lua","line":7}"#
    ),
    ScriptCase("a location", "{ router.location('/a') }", #"["/a"]"#),
  ])
  func `json encodes the host's values for scripts`(row: ScriptCase) async throws {
    let scripts = try await loaded()
    #expect(await scripts.evaluate("json.encode(\(row.script))") == row.expected)
  }

  @Test func `json encodes a whole outcome`() async throws {
    let scripts = try await loaded()
    let status = "json.decode(json.encode(router.open('/sum'))).status"
    #expect(await scripts.evaluate(status) == "handled")
  }
}
