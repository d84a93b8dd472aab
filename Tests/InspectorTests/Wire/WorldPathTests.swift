#if Inspector
import Inspector
import LoopbackServer
import MessageStream
import Moonroute
import ScriptHost
import ScriptReports
import Testing

@Suite struct WorldPathTests {
  @Test func `hello returns the state and the server's capabilities`() async throws {
    var settings = InspectorService.Settings()
    (settings.server, settings.application) = ("moonroute 1.2.3", "shop")
    (settings.folder, settings.editor) = ("/shop", "vscode")
    let inspected = try await Inspected(Samples.small, settings: settings)
    let hello = await inspected.get("hello").json
    #expect(hello["protocol"].line == #"{"major":1,"minor":1}"#)
    #expect(hello["server"] == .text("moonroute 1.2.3"))
    #expect(hello["application"] == .text("shop"))
    #expect(hello["folder"] == .text("/shop"))
    #expect(hello["editor"] == .text("vscode"))
    #expect(hello["generation"] == .int(1))
    #expect(hello["attached"] == .bool(false))
    let features = hello["features"].items.compactMap(\.text)
    #expect(
      Set(features).isSuperset(of: ["routes", "match", "open", "stage", "timeline", "source"])
    )
    #expect(!features.contains("clock"))
  }

  @Test func `requests wait for the first load, except hello and the stream`() async throws {
    var settings = InspectorService.Settings()
    settings.awaitsScripts = true
    let inspected = try await Inspected(Samples.small, settings: settings, loads: false)
    let hello = await inspected.get("hello").json
    #expect(hello["loading"].bool == true && hello["generation"] == .null)
    async let routes = inspected.get("routes")
    _ = try await inspected.service.reload()
    #expect(await routes.json["routes"].items.count == 5)
    #expect(await inspected.get("hello").json["loading"].bool == false)
  }

  @Test func `a load that fails or takes too long ends the wait`() async throws {
    var settings = InspectorService.Settings()
    (settings.awaitsScripts, settings.loadTime) = (true, .zero)
    let late = try await Inspected(Samples.small, settings: settings, loads: false)
    let reply = await late.get("routes")
    #expect((reply.status, reply.code) == (503, "loading"))

    settings.loadTime = .seconds(1_000)
    let broken = try await Inspected(["main.lua": "nonsense("], settings: settings, loads: false)
    async let routes = broken.get("routes")
    await #expect(throws: ScriptProblems.self) { try await broken.service.reload() }
    #expect(await routes.status == 200)
  }

  @Test func `the world counts the findings of check`() async throws {
    let text = "function f() return nowhere.at() end"
    let inspected = try await Inspected(["main.lua": text], watchesLoading: true)
    let stream = await inspected.stream()
    var check = JSON.null
    while check["done"].bool != true { check = await stream.next("world")["check"] }
    let problems = await inspected.get("check", ["frames": "true"]).json["problems"].items
    let errors = problems.filter { $0["severity"].text == "error" }
    #expect(check["errors"].int == errors.count && !errors.isEmpty)
    #expect(
      problems.count == ["errors", "warnings", "notes"].compactMap { check[$0].int }.reduce(0, +)
    )
    #expect(errors.first?["frame"].text?.contains("> 1 | function f()") == true)
    #expect(await inspected.get("check").json["problems"].items.first?["frame"] == .null)
  }

  @Test func `an application without scripts has no script or twin endpoints`()
    async throws
  {
    let application = try LinkRouter {
      LinkRoute("/", name: "home").view { _ in Screen("Home") }
    }
    let inspected = await Inspected(application)
    let features = await inspected.get("hello").json["features"].items.compactMap(\.text)
    #expect(features.contains("routes"))
    #expect(!features.contains("source"))
    let reply = await inspected.get("source", ["file": "main.lua"])
    #expect(reply.status == 404)
    #expect(
      reply.message == "This server has no 'source'. 'hello' lists its features."
    )
    #expect(
      await inspected.post("open", #"{"location":"/"}"#).json["outcome"]["name"] == .text("home")
    )
  }

  @Test(
    arguments: [
      ("nothing", "There is nothing at 'nothing'."),
      ("routes/x", "'x' is not a number."),
      ("routes/999999", "There is no route 999999."),
      ("outcomes/7", "The outcome of open 7 is no longer available."),
      ("open", "'open' requires POST."),
      ("", "There is nothing at ''."),
    ]
  )
  func `an unknown path is 404 with the reason`(
    _ path: String,
    _ words: String
  ) async throws {
    let inspected = try await Inspected(Samples.small)
    let reply = await inspected.get(path)
    #expect(reply.status == 404)
    #expect(reply.code == "not_found")
    #expect(reply.message == words)
  }

  @Test func `a read-only server answers questions and changes nothing`() async throws {
    var settings = InspectorService.Settings()
    settings.isReadOnly = true
    let inspected = try await Inspected(Samples.small, settings: settings)
    let reply = await inspected.post("open", #"{"location":"/"}"#)
    #expect(reply.status == 403)
    #expect(reply.message == "This server is read-only. Start it with --control.")
    #expect(await inspected.post("match", #"{"location":"/"}"#).status == 200)
    #expect(await inspected.get("hello").json["read_only"] == .bool(true))
  }

  @Test func `an open returns its outcome and its number, and the details are stored`() async throws
  {
    let inspected = try await Inspected(Samples.small)
    let reply = await inspected.post("open", #"{"location":"/old/7","animated":false}"#)
    #expect(reply.status == 200)
    let outcome = reply.json["outcome"]
    #expect(outcome["status"] == .text("opened"))
    #expect(outcome["redirects"].line == #"["/item/7"]"#)
    let number = try #require(reply.json["number"].int)
    let detail = await inspected.get("outcomes/\(number)").json
    #expect(detail["number"] == .int(number))
    #expect(detail["parent"] == .null)
    #expect(detail["purpose"] == .text("open"))
    #expect(detail["location"] == .text("/old/7"))
    #expect(detail["name"] == .text("item"))
    let steps = detail["steps"].items
    #expect(steps.map { $0["step"].text } == outcome["steps"].items.map { $0["step"].text })
    #expect(steps.allSatisfy { $0["microseconds"].int != nil })
    let redirect = try #require(steps.first { $0["step"] == .text("redirect") })
    #expect(redirect["location"] == .text("/old/7"))
    #expect(redirect["value"].line == #"{"kind":"go_to","to":"/item/7"}"#)
  }

  @Test func `the stage contains all data that a device needs`() async throws {
    let inspected = try await Inspected(Samples.small)
    #expect(await inspected.get("stage").json["stage"]["children"] == .list([]))
    _ = await inspected.post("open", #"{"location":"/"}"#)
    _ = await inspected.post("open", #"{"location":"/item/7","animator":"sheet"}"#)
    let stage = await inspected.get("stage").json
    #expect(stage["stage_text"].text?.hasPrefix("window\n") == true)
    let home = stage["stage"]["children"].items[0]
    #expect(home["kind"] == .text("screen"))
    #expect(home["title"] == .text("Home"))
    #expect(home["presented"]["animator"] == .text("sheet"))
    let item = home["presented"]["node"]
    #expect(item["name"] == .text("item"))
    #expect(item["location"] == .text("/item/7"))
    #expect(item["state"] == .text("ready"))
    #expect(item["props"].line == #"{"colour":"red"}"#)
    #expect(item["fields"].line == "{}")
    #expect(
      item["body"].line
        == #"[{"kind":"heading","text":"An item"},{"kind":"field","text":"amount"},"#
        + #"{"kind":"button","text":"Take","on_tap":"<function>"},"#
        + #"{"kind":"link","text":"Home","to":"/"},"#
        + #"{"kind":"list","items":[{"kind":"text","text":"one"},{"kind":"text","text":"two"}]}]"#
    )
  }

  @Test func `a list of texts has an item for each of them`() async throws {
    let inspected = try await Inspected([
      "main.lua": """
      router.route { name = "home", path = "/", animator = "root", view = function()
        return screen { "Home", body = {
          { "list", { "a", "b", 3 } },
          { "list", { { "link", "In", to = "/" }, "c" } },
          false,
          { "list", { "d", { "text", "e" }, false } },
        } }
      end }
      """
    ])
    _ = await inspected.post("open", #"{"location":"/"}"#)
    let body = await inspected.get("stage").json["stage"]["children"].items[0]["body"].items
    #expect(body.count == 3)
    #expect(body[0]["items"].items.map { $0["text"] } == [.text("a"), .text("b"), .int(3)])
    #expect(body[1]["items"].items.map { $0["text"].text } == ["In", "c"])
    #expect(body[2]["items"].items.map { $0["text"].text } == ["d", "e"])
  }

  @Test func `of several elements with one text, each can be tapped by its place`() async throws {
    let inspected = try await Inspected([
      "main.lua": """
      router.route { name = "home", path = "/", animator = "root", view = function()
        local rows = { { "link", "Show", to = "/a" }, { "link", "Show", to = "/b" } }
        local named = { "link", "x", name = "Show", to = "/a" }
        return screen { "Home", body = { { "list", rows }, named } }
      end }
      router.route { name = "a", path = "/a", view = "A", animator = "sheet" }
      router.route { name = "b", path = "/b", view = "B", animator = "sheet" }
      """
    ])
    _ = await inspected.post("open", #"{"location":"/"}"#)
    let body = await inspected.get("stage").json["stage"]["children"].items[0]["body"]
    #expect(body.items[0]["items"].items.map { $0["place"].line } == ["null", "[1,2]"])
    #expect(body.items[1]["place"].line == "[2]")
    _ = await inspected.post("act", #"{"kind":"tap","target":"Show","place":[1,2]}"#)
    #expect(await inspected.get("stage").json["stage_text"].text?.contains("/b") == true)
  }

  @Test func `scripts that do not load are reported, and repaired scripts become active`()
    async throws
  {
    let inspected = try await Inspected(["main.lua": "router.route { pat = '/' }"], loads: false)
    let reply = await inspected.post("reload")
    #expect(reply.status == 422)
    let problems = reply.json["problems"].items
    let problem = try #require(problems.first)
    #expect(problem["file"] == .text("main.lua"))
    #expect(problem["frame"].text?.contains("pat") == true)
    #expect(reply.json["error"]["line"] == .int(1))
    #expect(await inspected.get("hello").json["generation"] == .null)
    #expect(await inspected.texts("problem") == problems.map { $0["message"].text })
    let found = await inspected.get("check").json["problems"].items
    #expect(found.map { $0["message"] } == problems.map { $0["message"] })
    #expect(
      inspected.subject.status.problems.map { .text($0.message) } == found.map { $0["message"] }
    )
  }

  @Test func `scripts that do not load have the findings of moonroute check`() async throws {
    let script = "router.route { pat = '/' }\nglob = 1\nprint(undefinedd)"
    let inspected = try await Inspected(["main.lua": script], loads: false)
    _ = await inspected.post("reload")
    let found = await inspected.get("check").json["problems"].items
    #expect(found.map { $0["line"] } == [.int(1), .int(1), .int(2), .int(3)])
    #expect(
      found.suffix(2).map { $0["rule"] } == [.text("global_write"), .text("undefined_global")]
    )
  }
}
#endif
