#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting
import TestSupport
import Testing

@testable import Inspector

/// Looking at earlier stages, and returning to them.
@Suite struct TravelTests {
  @Test func `looking shows the stage after a row and changes nothing`() async throws {
    let shop = try await Inspected(rehearsing: .example("shop"))
    await shop.open("/")
    let (row, tree) = (shop.service.timeline.last, await shop.tree)
    await shop.open("/product/7")
    let (drawing, rows) = (await shop.drawing, await shop.rows())
    let look = await shop.post("travel", "{\"to\": \(row)}").json
    #expect(look["stage"] == tree)
    #expect(shop.subject.status.travel == row)
    #expect(await shop.drawing == drawing)
    #expect(await shop.rows() == rows)
    let now = await shop.post("travel", "{}").json
    #expect(now["stage_text"].text == drawing)
    #expect(shop.subject.status.travel == nil)
    let unknown = await shop.post("travel", #"{"to": 9999}"#)
    #expect((unknown.status, unknown.message) == (404, "There is no row 9999."))
  }

  @Test func `a return continues from a row, and later rows stay visible`() async throws {
    let shop = try await Inspected(
      rehearsing: .example("shop"),
      clock: LiveClock(over: StillClock())
    )
    _ = await shop.post("persona", #"{"name": "mei"}"#)
    await shop.open("/")
    await shop.open("/product/7")
    let (fork, tree) = (shop.service.timeline.last, await shop.tree)
    await shop.open("/account/orders")
    let (end, later) = (shop.service.timeline.last, await shop.tree)

    let answer = await shop.post("travel", "{\"to\": \(fork), \"mode\": \"return\"}").json
    #expect(answer["ok"].bool == true)
    #expect(answer["diverged"].items.isEmpty)
    #expect(await shop.tree == tree)
    #expect(shop.service.inspected !== shop.subject)
    #expect(await shop.get("personas").json["current"].text == "mei")
    #expect(shop.service.inspected.recording.entries.count == 3)

    await shop.open("/basket/add/7?show=1")
    #expect(await shop.post("travel", "{\"to\": \(end)}").json["stage"] == later)
    #expect(await shop.post("travel", "{\"to\": \(fork)}").json["stage"] == tree)
    _ = await shop.post("travel", "{\"to\": \(end), \"mode\": \"return\"}")
    #expect(await shop.tree == later)
    #expect(await shop.open("/product/8")["name"].text == "product")
  }

  @Test func `looking at any row of an act shows the same stage as a return to it`() async throws {
    let shop = try await Inspected(
      rehearsing: .example("shop"),
      clock: LiveClock(over: StillClock())
    )
    await shop.open("/")
    let first = shop.service.timeline.last
    await shop.open("/product/7")
    let (last, tree) = (shop.service.timeline.last, await shop.tree)
    await shop.open("/basket")
    for row in first + 1...last {
      #expect(await shop.post("travel", "{\"to\": \(row)}").json["stage"] == tree)
    }
    _ = await shop.post("travel", "{\"to\": \(first + 1), \"mode\": \"return\"}")
    #expect(await shop.tree == tree)
    let summary = await shop.rows().last { $0.items[4]["kind"].text == "travel" }?.items[4]
    #expect(summary?["to"].int == last)
  }

  @Test func `the row of a return has the stage of the return`() async throws {
    let shop = try await Inspected(
      rehearsing: .example("shop"),
      clock: LiveClock(over: StillClock())
    )
    await shop.open("/")
    let (fork, tree) = (shop.service.timeline.last, await shop.tree)
    await shop.open("/product/7")
    _ = await shop.post("travel", "{\"to\": \(fork), \"mode\": \"return\"}")
    let row = shop.service.timeline.last
    #expect(await shop.texts("act").last == "return to row \(fork)")
    #expect(await shop.post("travel", "{\"to\": \(row)}").json["stage"] == tree)
  }

  @Test func `acts with a different outcome are listed with their rows`() async throws {
    let folder = try ScriptFolder.of([
      "main.lua": "router.route { name = 'a', path = '/a', view = 'A' }"
    ])
    let world = try await Inspected(rehearsing: folder, clock: LiveClock(over: StillClock()))
    await world.open("/a")
    let act = try #require(await world.rows().first?.items[0].int)
    try folder.write("router.route { name = 'b', path = '/b', view = 'B' }", to: "main.lua")
    #expect(await world.post("reload").status == 200)
    let answer = await world.post("travel", #"{"mode": "return"}"#).json
    #expect(answer["diverged"].items.map(\.int) == [act])
  }

  @Test func `pending questions wait again, and the same time has passed`() async throws {
    let folder = try ScriptFolder.of([
      "main.lua": """
      session.rings = 0
      every(60, function() session.rings = session.rings + 1 end)
      router.route { name = "home", path = "/", view = "Home", animator = "root" }
      router.route { name = "sure", path = "/sure", view = "Sure", animator = "sheet" }
      router.route { name = "delete", path = "/delete", action = function()
        local _, how = router.ask("/sure")
        session.how = how
        return how
      end }
      """
    ])
    let world = try await Inspected(rehearsing: folder, clock: LiveClock(over: StillClock()))
    await world.open("/")
    _ = await world.post("clock", #"{"advance": 150}"#)
    async let outcome = world.open("/delete")
    while await !world.drawing.contains("Sure") { await Task.yield() }
    let row = world.service.timeline.last
    _ = await world.post("act", #"{"kind": "dismiss"}"#)
    #expect(await outcome["value"] == .text("dismissed"))

    _ = await world.post("travel", "{\"to\": \(row), \"mode\": \"return\"}")
    #expect(await world.drawing.contains("Sure"))
    #expect(await world.get("session").json["session"]["rings"].int == 2)
    #expect(await world.post("act", #"{"kind": "dismiss"}"#).json["ok"].bool == true)
    while await world.get("session").json["session"]["how"].text == nil { await Task.yield() }
    #expect(await !world.drawing.contains("Sure"))
  }

  @Test func `simultaneous returns run one after the other`() async throws {
    let folder = try ScriptFolder.of(["main.lua": "router.route { path = '/a', view = 'A' }"])
    let world = try await Inspected(rehearsing: folder, clock: LiveClock(over: StillClock()))
    await world.open("/a")
    let answers = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { await world.post("travel", #"{"to": 1, "mode": "return"}"#).status }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: 200, count: 8))
    let last = world.service.timeline.last
    await world.open("/a")
    #expect(await world.rows(after: last).filter { $0.items[1].text == "open" }.count == 1)
  }

  @Test func `the generation and its facts survive a return`()
    async throws
  {
    func main(_ name: String) -> String {
      "router.route { name = '\(name)', path = '/', view = 'A' }"
    }
    let folder = try ScriptFolder.of(["main.lua": main("a"), "personas.lua": "return { mei = {} }"])
    let world = try await Inspected(rehearsing: folder, clock: LiveClock(over: StillClock()))
    func names() async -> [String?] {
      await world.get("matrix").json["rows"].items.map { $0["name"].text }
    }
    #expect(await names() == ["a"])
    try folder.write(main("b"), to: "main.lua")
    #expect(await world.post("reload").json["generation"] == .int(2))
    _ = await world.post("travel", #"{"mode": "return"}"#)
    #expect(await world.get("hello").json["generation"] == .int(2))
    #expect(await names() == ["b"])
    try folder.write(main("c"), to: "main.lua")
    #expect(await world.post("reload").json["generation"] == .int(3))
    #expect(await world.texts("reload").last?.hasPrefix("✓ generation 3 in") == true)
    #expect(await names() == ["c"])
  }

  @Test func `without twins, looking is possible but returning is not`() async throws {
    let world = try await Inspected(["main.lua": "router.route { path = '/', view = 'A' }"])
    _ = await world.post("open", #"{"location": "/"}"#)
    #expect(await world.post("travel", #"{"to": 1}"#).status == 200)
    #expect(await world.post("travel", #"{"to": 1, "mode": "return"}"#).status == 404)
    #expect(await world.post("open", #"{"location": "/", "dry": true}"#).status == 404)
    #expect(await world.post("matrix").status == 404)
    let features = world.service.features
    #expect(!features.contains { ["dry", "return", "matrix", "links", "journeys"].contains($0) })
  }
}
#endif
