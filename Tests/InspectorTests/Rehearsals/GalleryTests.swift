#if Inspector
import MessageStream
import Rehearsal
import Testing

@testable import Inspector

@Suite struct GalleryTests {
  private static let files = [
    "main.lua": """
    router.route { name = "ticket", path = "/ticket", view = function()
      return screen { "Ticket", title = "Day", price = 16, body = { { "text", "all day" } } }
    end }
    router.route { name = "depot", path = "/depot", view = "Depot", redirect = function()
      if not session.user then return "/ticket" end
    end }
    router.route { name = "logout", path = "/logout", action = function() end }
    """,
    "personas.lua": "return { visitor = {}, mei = { session = { user = 'mei' } } }",
  ]

  private static func gallery(_ world: Inspected, _ body: String = "{}") async -> JSON {
    await world.post("gallery", body).json
  }

  @Test func `a tile has the cell of the access table and the stage after its open`() async throws {
    let world = try await Inspected(rehearsing: .of(Self.files))
    let answer = await Self.gallery(world)
    let table = try await AccessRun(world.subject.scripts()).table()
    let tiles = answer["tiles"].items
    let wanted = table.rows.flatMap { row in
      zip(table.people, row.cells).map { [row.place.location ?? "", $0.name, $1.words] }
    }
    let told = tiles.map { tile in
      [tile["location"], tile["persona"], tile["cell"]["words"]].compactMap(\.text)
    }
    #expect(told == wanted)
    let stages = tiles.map { $0["stage"]["children"].items.first?["view"].text }
    #expect(stages == ["Ticket", "Ticket", "Depot", "Ticket", nil, nil])
    #expect(answer["people"].line == #"["mei","visitor"]"#)
    #expect(answer["compared"].bool == false)
  }

  @Test func `one persona, and a part of a name, pattern, location or file, narrow the gallery`()
    async throws
  {
    let world = try await Inspected(rehearsing: .of(Self.files))
    let mei = await Self.gallery(world, #"{"persona":"mei","find":"DEP"}"#)
    #expect(mei["tiles"].items.map { $0["location"].text } == ["/depot"])
    #expect(mei["tiles"].items.map { $0["persona"].text } == ["mei"])
    #expect(await world.post("gallery", #"{"persona":"noor"}"#).status == 422)
  }

  @Test(arguments: [
    ("price = 16", "price = 17", "/ticket", ["price"], nil),
    ("\"all day\"", "\"today\"", "/ticket", ["body"], nil),
    ("if not session.user", "if true", "/depot", ["view", "title", "body", "price"], "opens"),
    ("price = 16", "price = 17", "/logout", [], nil),
  ])
  func `a reload marks the parts of a screen that differ, and an ending that differs`(
    before: String,
    after: String,
    location: String,
    parts: [String],
    was: String?
  )
    async throws
  {
    let folder = try ScriptFolder.of(Self.files)
    let world = try await Inspected(rehearsing: folder)
    _ = await Self.gallery(world, #"{"persona":"mei"}"#)
    try folder.replace(before, by: after, in: "main.lua")
    #expect(await world.post("reload").status == 200)
    for _ in 1...2 {
      let answer = await Self.gallery(world, #"{"persona":"mei"}"#)
      let tile = answer["tiles"].items.first { $0["location"].text == location }
      #expect(tile?["changed"].items.compactMap(\.text).sorted() == parts.sorted())
      #expect(tile?["was"].text == was)
      #expect(answer["compared"].bool == true)
    }
  }

  @Test func `a screen that another one would present has the style of its route`() async throws {
    let world = try await Inspected(
      rehearsing: .of([
        "main.lua": """
        router.route { name = "home", path = "/", view = "Home" }
        router.route { name = "ask", path = "/ask", view = "Ask",
          animator = animator.sheet { position = "bottom", wrap = "stack" } }
        router.route { name = "sent", path = "/sent", redirect = "/ask" }
        router.route { name = "chosen", path = "/chosen", view = "Chosen",
          animator = function() return "present" end }
        """
      ])
    )
    let tiles = await Self.gallery(world)["tiles"].items
    let styles = tiles.map { [$0["location"].text, $0["style"]["animator"].text] }
    #expect(styles == [["/", nil], ["/ask", "sheet"], ["/sent", "sheet"], ["/chosen", nil]])
    #expect(tiles[1]["style"]["options"]["position"].text == "bottom")
    #expect(tiles[1]["stage"]["children"].items.first?["presented"] == .null)
  }

  @Test func `a cancelled gallery is refused, and others are not affected`() async throws {
    let world = try await Inspected(rehearsing: .of(Self.files))
    let run = AccessRun(try await world.subject.scripts())
    let work = RehearsalWork()
    #expect(work.cancelGalleries() == 0)
    async let table = work.galleryTable {
      try await Task.sleep(for: .seconds(3_600))
      return try await run.table()
    }
    while work.cancelGalleries() == 0 { await Task.yield() }
    do {
      _ = try await table
      Issue.record("a cancelled gallery has a table")
    } catch let refusal as Refusal {
      #expect(refusal.code == "cancelled" && refusal.status == 409)
    }
    #expect(work.cancelGalleries() == 0)
    let next = try await work.galleryTable { try await run.table() }
    #expect(next.rows.count == 3)
  }

  @Test func `without a run, a cancel does nothing`() async throws {
    let world = try await Inspected(rehearsing: .of(Self.files))
    #expect(await world.post("gallery/cancel").json["cancelled"].int == 0)
    #expect(await Self.gallery(world)["tiles"].items.count == 6)
  }

  @Test func `more than 1,000 tiles are refused with a remedy`() async throws {
    let routes = (1...501).map { "router.route { path = '/p\($0)', view = 'P' }" }
    let world = try await Inspected(
      rehearsing: .of([
        "main.lua": routes.joined(separator: "\n"), "personas.lua": "return { a = {}, b = {} }",
      ])
    )
    let refused = await world.post("gallery")
    #expect(refused.status == 422)
    #expect(refused.json.line.contains("1002 tiles; at most 1000"))
    #expect(await world.post("gallery", #"{"find":"/p50"}"#).status == 200)
  }
}
#endif
