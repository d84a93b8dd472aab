#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting
import Testing

@testable import Inspector

/// Acts that are tried in a rehearsal: dry opens, lists of links, and who may go where.
@Suite struct RecordedRehearsalTests {
  @Test func `a dry open predicts the outcome and changes nothing`() async throws {
    let shop = try await Inspected(rehearsing: .example("shop"))
    await shop.open("/")
    await shop.open("/product/7")
    let (rows, tree) = (await shop.rows(), await shop.tree)
    let visits = await shop.get("session").json
    let dry = await shop.post("open", #"{"location": "/basket/add/7?quantity=2", "dry": true}"#)
      .json
    #expect(dry["outcome"]["status"].text == "handled")
    #expect(dry["outcome"]["steps"].items.contains { $0["step"].text == "action" })
    let times = [dry["outcome"]] + dry["outcome"]["steps"].items
    #expect(times.allSatisfy { $0["microseconds"] == .null })
    #expect(dry["stage"]["stage"] == tree)
    #expect(dry["waiting"].bool == false)
    #expect(dry["diverged"].items.isEmpty)
    #expect(await shop.rows() == rows)
    #expect(await shop.tree == tree)
    #expect(await shop.get("session").json == visits)
    let page = await shop.post("open", #"{"location": "/basket", "dry": true}"#).json
    #expect(page["stage"]["stage_text"].text?.contains("/basket  ◀ top") == true)
  }

  @Test func `a dry open includes its nested opens, which are not recorded elsewhere`() async throws
  {
    let folder = try ScriptFolder.of([
      "main.lua": """
      router.route { path = "/a", action = function() return router.fetch("/b") end }
      router.route { path = "/b", action = function()
        router.fetch("/c")
        return router.fetch("/c")
      end }
      router.route { path = "/c", action = function() return 1 end }
      """
    ])
    let world = try await Inspected(rehearsing: folder)
    let dry = await world.post("open", #"{"location": "/a", "dry": true}"#).json
    #expect(dry["inner"].items.map { $0["location"].text } == ["/b", "/c", "/c"])
    let inner = dry["outcome"]["steps"].items.flatMap { $0["opens"].items }
    #expect(inner == [dry["inner"].items[0]["number"]])
    #expect(await world.rows().isEmpty)
    let plain = await world.post("open", #"{"location": "/c", "dry": true}"#).json
    #expect(plain["inner"].items.isEmpty)
  }

  @Test func `a dry open reports at most 200 nested opens`() async throws {
    let folder = try ScriptFolder.of([
      "main.lua": """
      router.route { path = "/a", action = function()
        for _ = 1, 220 do router.fetch("/b") end
      end }
      router.route { path = "/b", action = function() end }
      """
    ])
    let world = try await Inspected(rehearsing: folder)
    let dry = await world.post("open", #"{"location": "/a", "dry": true}"#).json
    #expect(dry["inner"].items.count == 200)
    #expect(dry["outcome"]["steps"].items.flatMap { $0["opens"].items }.count == 220)
  }

  @Test func `a dry open continues from the earlier acts`() async throws {
    let shop = try await Inspected(rehearsing: .example("shop"))
    let dry = #"{"location": "/account/orders", "dry": true}"#
    #expect(await shop.post("open", dry).json["outcome"]["redirects"].items.count == 1)
    _ = await shop.post("persona", #"{"name": "mei"}"#)
    #expect(await shop.post("open", dry).json["outcome"]["name"].text == "orders")
  }

  @Test func `a dry open that waits for a person says so and shows the stage`() async throws {
    let folder = try ScriptFolder.of([
      "main.lua": """
      router.route { name = "sure", path = "/sure", view = "Sure" }
      router.route { path = "/delete", action = function() return router.ask("/sure") end }
      every(1, function() end)
      """
    ])
    let world = try await Inspected(rehearsing: folder)
    let dry = await world.post("open", #"{"location": "/delete", "dry": true}"#).json
    #expect(dry["outcome"] == .null)
    #expect(dry["waiting"].bool == true)
    #expect(dry["stage"]["stage_text"].text?.contains("Sure") == true)
  }

  @Test func `a full journal reports this, and records nothing more`() async throws {
    let shop = try await Inspected(rehearsing: try ScriptFolder.example("shop"))
    var recording = Recording(limit: Recording.inspectorLimit)
    for _ in 0..<Recording.inspectorLimit { _ = recording.add(Recording.Entry(.become(nil))) }
    #expect(recording.isComplete)
    #expect(recording.add(Recording.Entry(.become(nil))) == nil)
    #expect(!recording.isComplete && recording.entries.count == Recording.inspectorLimit)
    shop.subject.recording = recording
    let dry = await shop.post("open", #"{"location": "/", "dry": true}"#)
    #expect((dry.status, dry.code) == (422, "value_too_large"))
    #expect(await shop.open("/")["status"] == .text("opened"))
  }

  @Test func `a twin uses the active scripts, even if their files have changed`()
    async throws
  {
    let folder = try ScriptFolder.example("shop")
    let shop = try await Inspected(rehearsing: folder)
    try folder.write("router.route {", to: "main.lua")
    let dry = await shop.post("open", #"{"location": "/product/7", "dry": true}"#).json
    #expect(dry["outcome"]["name"].text == "product")
  }

  @Test func `a persona opens only allowed routes`() async throws {
    let shop = try await Inspected(rehearsing: .example("shop"))
    #expect(await shop.open("/account/orders")["redirects"].items.count == 1)
    let personas = await shop.get("personas").json
    #expect(personas["current"] == .null)
    #expect(personas["personas"].items.map { $0["name"].text } == ["jonas", "mei", "visitor"])
    #expect(personas["personas"].items[0]["host"].items.map(\.text) == ["is_staff"])
    let answer = await shop.post("persona", #"{"name": "mei"}"#).json
    #expect(answer["ok"].bool == true)
    #expect(await shop.open("/account/orders")["name"].text == "orders")
    #expect(await shop.get("personas").json["current"].text == "mei")
    let back = await shop.post("persona", #"{"name": null}"#).json
    #expect(back["changes"].int == 2)
    let unknown = await shop.post("persona", #"{"name": "mai"}"#)
    #expect((unknown.status, unknown.code) == (422, "unknown_name"))
    #expect(unknown.message == "There is no persona 'mai'. Did you mean 'mei'?")
  }

  @Test func `each link ends as if it were the first`() async throws {
    let folder = try ScriptFolder.example("shop")
    let shop = try await Inspected(rehearsing: folder)
    let links = try folder.read("links.txt").split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
    let body = JSON.fields(("locations", .list(links.map(JSON.text)))).line
    let rows = await shop.results(.links, of: body)
    #expect(rows.map { $0["location"].text } == links)
    let make = try #require(shop.subject.makeHost)
    for row in rows {
      let host = try make(LinkRouter())
      try await host.load()
      let outcome = await host.router.open(row["location"].text ?? "")
      #expect(row["status"].text == outcome.status.rawValue)
      #expect(row["name"].text == outcome.route?.label)
      #expect(row["target"].text == outcome.redirects.last?.description)
      #expect(row["reason"].text == outcome.reason ?? outcome.error?.message)
      await host.close()
    }
    #expect(rows.allSatisfy { $0["microseconds"].int != nil })
    #expect(await shop.rows().isEmpty)
  }

  @Test func `links do not affect each other, cycles fail, and questions wait`()
    async throws
  {
    let folder = try ScriptFolder.of([
      "main.lua": """
      router.route { name = "add", path = "/add", action = function() session.count = 1 end }
      router.route { name = "count", path = "/count", view = "Count", redirect = function()
        return not session.count, "counted"
      end }
      router.route { name = "a", path = "/a", redirect = "/b" }
      router.route { name = "b", path = "/b", redirect = "/a" }
      router.route { name = "sure", path = "/sure", view = "Sure" }
      router.route { name = "ask", path = "/ask", action = function() router.ask("/sure") end }
      """
    ])
    let world = try await Inspected(rehearsing: folder)
    let rows = await world.results(
      .links,
      of: #"{"locations": ["/add", "/count", "/a", "/ask", "/x"]}"#
    )
    #expect(
      rows.map { $0["status"].text } == ["handled", "opened", "failed", "waiting", "not_found"]
    )
    #expect(rows.map { $0["name"].text } == ["add", "count", "b", nil, nil])
    #expect(rows[2]["target"].text == "/a")
    #expect(rows[3]["reason"].text == "It waits for an outside event, such as an answer.")
    #expect(rows[3]["microseconds"] == .null)
    #expect(rows[4]["reason"].text == "No route matches '/x'.")
  }

  @Test func `links are opened as a persona, and an unknown persona is refused`() async throws {
    let shop = try await Inspected(rehearsing: .example("shop"))
    let rows = await shop.results(
      .links,
      of: #"{"locations": ["/account/orders", "/staff"], "persona": "mei"}"#
    )
    #expect(rows.map { $0["status"].text } == ["opened", "intercepted"])
    #expect(rows[1]["reason"].text == "staff only: mei is a customer")
    let unknown = await shop.post("links", #"{"locations": [], "persona": "zoe"}"#)
    #expect(unknown.status == 422)
    #expect(unknown.message == "There is no persona 'zoe'. Available: jonas, mei, visitor.")
  }

  @Test func `the table of access shows the result for each persona in isolation`() async throws {
    let shop = try await Inspected(rehearsing: .example("shop"))
    let rows = await shop.results(.matrix)
    #expect(rows.count > 30)
    let table = await shop.get("matrix").json
    #expect(table["personas"].items.map(\.text) == ["jonas", "mei", "visitor"])
    #expect(table["rows"].items == rows)
    let make = try #require(shop.subject.makeHost)
    for row in rows {
      for persona in ["jonas", "mei", "visitor"] {
        let host = try make(LinkRouter())
        try await host.load()
        try await host.router.perform { try host.take(persona, in: $0) }
        let outcome = await host.router.open(row["location"].text ?? "")
        let cell = row["cells"][persona]
        #expect(cell["status"].text == outcome.status.rawValue)
        #expect(cell["name"].text == outcome.route?.label)
        #expect(cell["target"].text == outcome.redirects.last?.description)
        #expect(cell["reason"].text == outcome.reason ?? outcome.error?.message)
        await host.close()
      }
    }
  }

  @Test func `a table shows the differences from the previous scripts`() async throws {
    let folder = try ScriptFolder.example("shop")
    let shop = try await Inspected(rehearsing: folder)
    let before = await shop.results(.matrix)
    #expect(before.allSatisfy { $0["changed"].items.isEmpty })
    try folder.replace(
      "return router.to(\"login\"",
      by: "do return false, \"closed\" end return router.to(\"login\"",
      in: "auth.lua"
    )
    #expect(await shop.post("reload").status == 200)
    let after = await shop.results(.matrix)
    let orders = try #require(after.first { $0["name"].text == "orders" })
    #expect(orders["changed"].items.map(\.text) == ["visitor"])
    #expect(orders["cells"]["visitor"]["reason"].text == "closed")
    #expect(after.first { $0["name"].text == "product" }?["changed"].items.isEmpty == true)
  }
}
#endif
