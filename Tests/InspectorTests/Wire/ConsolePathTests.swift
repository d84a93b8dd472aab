#if Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting
import TestSupport
import Testing

@testable import Inspector

/// Lua input from the page.
@Suite struct ConsolePathTests {
  private static let scripts = [
    "main.lua": """
    router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { name = "page", path = "/page/:n<int>", view = "Page" }
    function ring()
      log.warn("ring")
      return "rung"
    end
    """
  ]

  private static var settings: InspectorService.Settings {
    var settings = InspectorService.Settings()
    settings.offersConsole = true
    return settings
  }

  private static func world() async throws -> Inspected {
    try await Inspected(
      rehearsing: .of(scripts),
      clock: LiveClock(over: StillClock()),
      settings: settings
    )
  }

  @Test func `a text of Lua runs in the application, and returns values and output`() async throws {
    let world = try await Self.world()
    let first = await world.post("console", #"{"text": "print(\"a\", 1) return ring(), 2"}"#).json
    #expect(first["ok"].bool == true)
    #expect(first["values"].line == #"["rung","2"]"#)
    #expect(first["output"].items.map { $0["text"].text } == ["a\t1", "ring"])
    #expect(first["output"].items.map { $0["level"].text } == ["info", "warn"])
    #expect(first["output"].items[1]["line"].int == 4)
    #expect(first["end"].text == "answered rung, 2")
    #expect(await world.post("console", #"{"text": "local n = 7"}"#).json["values"].items.isEmpty)
    let third = await world.post("console", #"{"text": "router.open(\"/page/\" .. n).status"}"#)
    #expect(third.json["values"].line == #"["opened"]"#)
    #expect(await world.texts("act").last == #"run router.open("/page/" .. n).status"#)
    #expect(await world.drawing.contains("/page/7"))
  }

  @Test(
    arguments: [
      (#"error("no")"#, "no"), ("x x", "syntax error"),
      ("while true do end", "computed for more than 250 ms"),
      (#"session.a.b = 1"#, "attempt to index a nil value"),
      (#"router.open(nil)"#, "bad argument #1"),
    ]
  )
  func `a text that fails reports the reason, and the application continues`(
    _ text: String,
    _ message: String
  ) async throws {
    let world = try await Self.world()
    let reply = await world.post("console", JSON.fields(("text", .text(text))).line)
    #expect(reply.status == 200)
    #expect(reply.json["ok"].bool == false)
    let said = reply.json["problem"]["message"].text ?? ""
    #expect(said.contains(message), "\(said)")
    #expect(reply.json["end"].text?.hasPrefix("failed: ") == true)
    #expect(await world.open("/")["status"].text == "opened")
  }

  @Test func `the output of a text is limited to 200 lines`() async throws {
    let world = try await Self.world()
    let text = "for n = 1, 220 do print(n) end"
    let reply = await world.post("console", JSON.fields(("text", .text(text))).line).json
    #expect(reply["output"].items.count == 200)
    #expect(reply["output"].items.last?["text"].text == "200")
  }

  @Test func `a text that waits returns at its end, with its output`()
    async throws
  {
    let clock = LiveClock(over: StillClock())
    let world = try await Inspected(
      rehearsing: .of(Self.scripts),
      clock: clock,
      settings: Self.settings
    )
    clock.skipsWaits = true
    let reply = await world.post(
      "console",
      #"{"text": "print(1) sleep(60) print(2) return 'late'"}"#
    )
    #expect(reply.json["output"].items.map { $0["text"].text } == ["1", "2"])
    #expect(reply.json["end"].text == "answered late")
  }

  @Test func `an incomplete text continues, and is not an act`() async throws {
    let world = try await Self.world()
    #expect(
      await world.post("console", #"{"text": "for n = 1, 2 do"}"#).json.line == #"{"goes_on":true}"#
    )
    #expect(await world.rows().isEmpty)
    #expect(await world.post("console", #"{"text": ""}"#).status == 200)
    #expect(await world.post("console", "{}").status == 400)
  }

  @Test func `the effects of a text are repeated in twins, returns and journeys`() async throws {
    let world = try await Self.world()
    await world.open("/")
    _ = await world.post("console", #"{"text": "local where = \"/page/3\" -- a place"}"#)
    _ = await world.post("console", #"{"text": "return router.open(where)"}"#)
    _ = await world.post("console", #"{"text": "error(\"no\")"}"#)
    let (row, drawing) = (world.service.timeline.last, await world.drawing)
    let dry = await world.post("open", #"{"location": "/page/4", "dry": true}"#).json
    #expect(dry["diverged"].items.isEmpty)
    #expect(dry["stage"]["stage_text"].text?.contains("/page/3") == true)
    await world.open("/page/5")
    let back = await world.post("travel", "{\"to\": \(row), \"mode\": \"return\"}").json
    #expect(back["diverged"].items.isEmpty)
    #expect(await world.drawing == drawing)
    let saved = await world.post("journeys", #"{"name": "by hand"}"#).json
    #expect((saved["status"].text, saved["message"].text) == ("passed", nil))
    let file = await world.get("journal").json
    #expect(
      file["acts"].items.map { $0["post"].text } == ["open", "console", "console", "console"]
    )
    let told = await world.post("journal", file.line).json
    #expect(told["acts"].items.allSatisfy { $0["here"].bool == true })
  }

  @Test(arguments: ["plain", "read-only", "attached"])
  func `without permission, there is no console`(_ kind: String) async throws {
    var settings = Self.settings
    switch kind {
    case "read-only": settings.isReadOnly = true
    case "attached": settings.isAttached = true
    default: settings.offersConsole = false
    }
    let inspected = try await Inspected(Self.scripts, settings: settings)
    #expect(!inspected.service.features.contains("console"))
    let reply = await inspected.post("console", #"{"text": "router.open(\"/\")"}"#)
    #expect((reply.status, reply.code) == (404, "not_found"))
    #expect(
      reply.message == "This server has no 'console'. Use 'moonroute serve --console'."
    )
    #expect(await inspected.rows().isEmpty)
    let told = await inspected.post(
      "journal",
      #"{"moonroute": "journey", "version": 1, "application": "a", "acts": ["#
        + #"{"post": "console", "body": {"text": "1"}}]}"#
    )
    #expect(told.status == (kind == "read-only" ? 403 : 200))
    if told.status == 200 { #expect(told.json["acts"].items[0]["here"].bool == false) }
  }
}
#endif
