#if Inspector
import Foundation
import MessageStream
import Moonroute
import RuleProof
import ScriptHost
import ScriptTesting
import Testing

@testable import Inspector

@Suite struct JourneyTests {
  private static let file = "spec/journeys/a_visitor_looks_for_the_orders_spec.lua"
  private static let name = #"{"name": "A visitor looks for the orders"}"#

  @Test func `a journey is a passing spec with deterministic bytes, and replaced only on request`()
    async throws
  {
    let folder = try ScriptFolder.example("shop")
    let shop = try await Inspected(rehearsing: folder)
    await shop.open("/product/7")
    await shop.open("/account/orders")
    _ = await shop.post("act", #"{"kind": "back"}"#)
    _ = await shop.post("act", #"{"kind": "back"}"#)
    _ = await shop.post("persona", #"{"name": "mei"}"#)
    _ = await shop.post("session", #"{"path": ["a b", 1], "value": {"x": [1, 2.5, true]}}"#)
    _ = await shop.post("session", #"{"path": ["language"], "value": "zh"}"#)
    await shop.open("/basket/add/7?quantity=2")
    await shop.open("/basket/add/9")
    _ = await shop.post("open", #"{"location": "/account/orders", "go": true, "animated": false}"#)
    await shop.open("mailto:mei@example.com")
    let saved = await shop.post("journeys", Self.name)
    #expect((saved.status, saved.json["file"].text) == (200, Self.file))
    #expect((saved.json["status"].text, saved.json["message"].text) == ("passed", nil))
    let text = try folder.read(Self.file)
    #expect(
      text == """
        describe("journey: A visitor looks for the orders", function()
          before_each(app.reset)
          it("goes all the way", function()
            assert.opened(router.open("/product/7"), "product")
            assert.redirected(router.open("/account/orders"), { "/login?back=/account/orders" })
            assert.top("login")
            assert.is_true((router.back()))
            assert.top("product")
            assert.same({ false, "back is not possible: nothing is below the top." }, { router.back() })
            assert.top("product")
            app.persona("mei")
            assert.top("product")
            -- set session["a b"][1]: session["a b"] is not a table.
            session.language = "zh"
            assert.handled(router.open("/basket/add/7?quantity=2"), { 2, 2 })
            assert.intercepted(router.open("/basket/add/9"), "Enamel mug is sold out")
            assert.opened(router.go("/account/orders", { animated = false }), "orders")
            assert.not_found(router.open("mailto:mei@example.com"))
          end)
        end)

        """
    )
    let again = await shop.post("journeys", Self.name)
    #expect((again.status, again.code) == (409, "duplicate"))
    #expect(
      again.message
        == "There is a journey '\(Self.file)' already. Replace it, or choose another name."
    )
    let replaced = await shop.post(
      "journeys",
      #"{"name": "A visitor looks for the orders", "replace": true}"#
    )
    #expect(replaced.status == 200)
    #expect(try folder.read(Self.file) == text)
    let list = await shop.get("journeys").json["journeys"].items
    #expect(list.map { $0["name"].text } == ["a_visitor_looks_for_the_orders"])
    #expect(list.map { $0["status"].text } == ["passed"])
  }

  @Test func `a changed guard makes a journey fail, and the result names the step`() async throws {
    let folder = try ScriptFolder.example("shop")
    let shop = try await Inspected(rehearsing: folder)
    await shop.open("/product/7")
    await shop.open("/account/orders")
    #expect(await shop.post("journeys", Self.name).json["status"].text == "passed")
    let stream = await shop.stream()
    try folder.replace(
      "return router.to(\"login\"",
      by: "do return router.to(\"home\") end return router.to(\"login\"",
      in: "auth.lua"
    )
    #expect(await shop.post("reload").status == 200)
    let result = await stream.next("result")
    #expect(result["kind"].text == "journeys")
    #expect((result["done"].int, result["total"].int) == (1, 1))
    let row = try #require(result["rows"].items.first)
    #expect((row["status"].text, row["line"].int) == ("failed", 5))
    #expect(
      row["step"].text
        == #"assert.redirected(router.open("/account/orders"), { "/login?back=/account/orders" })"#
    )
    #expect(row["message"].text?.contains("redirected differently") == true)
    #expect(await shop.get("journeys").json["journeys"].items == [row])
  }

  @Test func `an operation that waits for a person starts concurrently in the journey`()
    async throws
  {
    let folder = try ScriptFolder.of([
      "main.lua": """
      router.route { name = "home", path = "/", animator = "root", view = function()
        return screen { "Home", body = {
          { "field", "who" },
          { "button", "Delete", on_tap = function() router.open("/delete") end },
        } }
      end }
      router.route { name = "sure", path = "/sure", view = "Sure", animator = "sheet" }
      router.route { name = "delete", path = "/delete", action = function()
        local _, how = router.ask("/sure")
        return how
      end }
      events.declare { name = "seek", path = "/seek" }
      """
    ])
    let world = try await Inspected(rehearsing: folder)
    await world.open("/")
    _ = await world.post("emit", #"{"key": "seek", "value": {"end": 1}}"#)
    _ = await world.post("act", #"{"kind": "fill", "fields": {"who": "A\"b\nc"}}"#)
    async let outcome = world.open("/delete")
    while await !world.drawing.contains("Sure") { await Task.yield() }
    _ = await world.post("act", #"{"kind": "dismiss"}"#)
    _ = await outcome
    let saved = await world.post("journeys", #"{"name": "\"]]\n../../é"}"#).json
    #expect(saved["file"].text == "spec/journeys/journey_spec.lua")
    #expect((saved["status"].text, saved["message"].text) == ("passed", nil))
    #expect(
      try folder.read("spec/journeys/journey_spec.lua") == #"""
        describe("journey: \"]]\n../../é", function()
          before_each(app.reset)
          it("goes all the way", function()
            local ended = {}
            assert.opened(router.open("/"), "home")
            assert.equal(0, events.emit("seek", { ["end"] = 1 }))
            stage.top():fill({ who = "A\"b\nc" })
            spawn(function() ended[1] = router.open("/delete") end)
            clock.advance(0)
            assert.top("sure")
            assert.is_true((router.dismiss()))
            clock.advance(0)
            assert.handled(ended[1], "dismissed")
            assert.top("home")
          end)
        end)

        """#
    )
  }

  @Test func `a journey uses a sheet that an action's spawn has shown`() async throws {
    let folder = try ScriptFolder.of([
      "main.lua": """
      router.route { name = "home", path = "/", view = "Home", animator = "root" }
      router.route { name = "day", path = "/day", animator = "sheet", view = function()
        return screen { "Day", body = { { "field", "when" }, { "button", "Choose" } } }
      end }
      router.route { name = "buy", path = "/buy", action = function()
        spawn(function()
          local _, how = router.ask("/day")
          session.how = how
        end)
        return true
      end }
      """
    ])
    let world = try await Inspected(rehearsing: folder)
    await world.open("/")
    await world.open("/buy")
    while await !world.drawing.contains("Day") { await Task.yield() }
    _ = await world.post("act", #"{"kind": "fill", "fields": {"when": "now"}}"#)
    _ = await world.post("act", #"{"kind": "close"}"#)
    while await world.get("session").json["session"]["how"].text == nil { await Task.yield() }
    #expect(await world.get("session").json["session"]["how"].text == "closed")
    let saved = await world.post("journeys", #"{"name": "buys"}"#).json
    #expect((saved["status"].text, saved["message"].text) == ("passed", nil))
    let text = try folder.read("spec/journeys/buys_spec.lua")
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let open = try #require(lines.firstIndex(of: #"assert.handled(router.open("/buy"), true)"#))
    #expect(lines[open + 1..<open + 3] == ["clock.advance(0)", #"assert.top("day")"#])
    #expect(text.contains("router.close()") || text.contains("stage.top():close()"))
  }

  @Test(arguments: [
    ("A visitor", "a_visitor"), ("../../etc/passwd", "etc_passwd"), ("", "journey"),
    ("龙井", "journey"), ("a..b//c", "a_b_c"), ("x\u{0}y", "x_y"),
    (String(repeating: "a", count: 99), String(repeating: "a", count: 60)),
  ])
  func `a name becomes a file name of letters, digits and underscores`(name: String, file: String) {
    #expect(JourneyFolder.fileName(of: name) == file)
  }

  @Test func `a journey needs acts, a name, and a folder`() async throws {
    let folder = try ScriptFolder.example("shop")
    let shop = try await Inspected(rehearsing: folder)
    let empty = await shop.post("journeys", Self.name)
    #expect(empty.status == 422)
    #expect(empty.message == "There are no acts to save as a journey.")
    #expect(await shop.post("journeys", #"{"name": ""}"#).status == 400)
    #expect(await shop.post("journeys", "{}").status == 400)
    #expect(await shop.post("journeys/run", #"{"name": "none"}"#).status == 404)
    #expect(await shop.post("journeys/run", "{}").json["total"].int == 0)
  }

  @Test func `at most 64 journeys are allowed`() async throws {
    let folder = try ScriptFolder.example("shop")
    let shop = try await Inspected(rehearsing: folder)
    await shop.open("/")
    #expect(await shop.post("journeys", Self.name).status == 200)
    for number in 2...64 { try folder.write("", to: "spec/journeys/other_\(number)_spec.lua") }
    let next = await shop.post("journeys", #"{"name": "one too many"}"#)
    #expect((next.status, next.code) == (422, "value_too_large"))
    #expect(next.message == "There are 64 journeys already. Remove one from 'spec/journeys'.")
    #expect(await shop.post("journeys", Self.name).status == 409)
  }

  @Test func `a journey is never outside of the application`() async throws {
    let (folder, other) = (try ScriptFolder.example("shop"), try ScriptFolder.of([:]))
    try FileManager.default.removeItem(atPath: folder.path + "/spec")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/spec",
      withDestinationPath: other.path
    )
    let shop = try await Inspected(rehearsing: folder)
    await shop.open("/")
    let saved = await shop.post("journeys", Self.name)
    #expect((saved.status, saved.code) == (422, "denied"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path).isEmpty)
  }

  @Test func `a journey is never written through a link`() async throws {
    let main = "router.route { path = '/a', view = 'A' }"
    let folder = try ScriptFolder.of(["main.lua": main])
    let world = try await Inspected(rehearsing: folder)
    await world.open("/a")
    #expect(await world.post("journeys", #"{"name": "x"}"#).json["status"].text == "passed")
    let files = FileManager.default
    let link = "\(folder.path)/spec/journeys/y_spec.lua"
    try files.createSymbolicLink(atPath: link, withDestinationPath: "../../main.lua")
    let answer = await world.post("journeys", #"{"name": "y", "replace": true}"#)
    #expect(
      (answer.status, answer.message) == (
        422,
        "'spec/journeys/y_spec.lua' is not an ordinary file. Remove it, or choose another name."
      )
    )
    #expect(try folder.read("main.lua") == main)
    try files.removeItem(atPath: "\(folder.path)/spec")
    try files.createSymbolicLink(
      atPath: "\(folder.path)/spec",
      withDestinationPath: files.temporaryDirectory.path
    )
    #expect(
      await world.post("journeys", #"{"name": "x"}"#).message
        == "'spec/journeys' is outside the application. Replace it with a real folder."
    )
  }

  @Test func `of several simultaneous journeys with one name, only one is written`() async throws {
    let folder = try ScriptFolder.of(["main.lua": "router.route { path = '/a', view = 'A' }"])
    let world = try await Inspected(rehearsing: folder)
    await world.open("/a")
    let answers = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { await world.post("journeys", #"{"name": "x"}"#).status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.sorted() == [200] + Array(repeating: 409, count: 7))
  }
}
#endif
