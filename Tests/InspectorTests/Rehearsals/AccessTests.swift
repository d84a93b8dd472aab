#if Inspector
import MessageStream
import Rehearsal
import TestSupport
import Testing

@testable import Inspector

/// The page's access table is the same as that of `moonroute access`.
@Suite struct AccessTests {
  /// A world, its access table, and the rows of the command.
  private static func tables(
    _ files: [String: String]
  ) async throws -> (page: JSON, command: AccessTable) {
    let folder = try ScriptFolder.of(files)
    let world = try await Inspected(rehearsing: folder)
    let page = await world.get("matrix").json
    return (page, try await AccessRun(world.subject.scripts()).table())
  }

  @Test func `the table matches the command's, even if scripts keep state between opens`()
    async throws
  {
    let plain = (0..<1_600).map { "router.route { path = '/p\($0)', view = 'P' }" }
    let (page, command) = try await Self.tables([
      "main.lua": """
      local count = 0
      router.route { path = "/a", view = "A", redirect = function() count = count + 1 end }
      router.route { path = "/b", view = "B", redirect = function()
        if count > 0 then return false, "counted" end
      end }
      \(plain.joined(separator: "\n"))
      """,
      "personas.lua": "return { ada = {}, mei = { session = { user = 'mei' } } }",
    ])
    let rows = page["rows"].items
    #expect(rows.map { $0["location"].text } == command.rows.map(\.place.location))
    #expect(page["people"].items.map { $0["name"].text } == command.people.map(\.name))
    for (row, told) in zip(rows, command.rows) {
      for (person, cell) in zip(command.people, told.cells) {
        #expect(row["cells"][person.name]["words"].text == cell.words)
        #expect(row["cells"][person.name]["access"].text == cell.word.rawValue)
      }
    }
    #expect(rows[1]["cells"]["ada"]["words"].text == "opens")
    #expect(rows[1]["cells"]["mei"]["words"].text == "opens")
  }

  private static let rules = """
    router.route {
      name = "talk", path = "/talk/:id<int>", view = "Talk", samples = { { id = 7 }, { id = 8 } },
      redirect = function(state)
        if state.params.id == 8 then return false, "sold out" end
        if not session.user then return "/login" end
      end,
    }
    router.route { name = "login", path = "/login", view = "Login" }
    -- moonroute: allow script_error
    router.route { name = "broken", path = "/broken", action = function() error("always") end }
    router.type("odd", { match = "[0-9]{3}-x", parse = function(text) error("never") end })
    router.route { name = "odd", path = "/odd/:id<odd>", view = "Odd" }
    """

  @Test func `samples, allowed findings and routes without a location match the command's`()
    async throws
  {
    let (page, command) = try await Self.tables([
      "main.lua": Self.rules, "personas.lua": "return { mei = { session = { user = 'mei' } } }",
    ])
    let cells = page["rows"].items.map { $0["cells"]["mei"] }
    #expect(cells.map { $0["words"].text } == command.rows.map { $0.cells[0].words })
    #expect(cells.prefix(2).map { $0["words"].text } == ["opens", "stopped: sold out"])
    let broken = cells.first { $0["access"].text == "fails" }
    #expect(broken?["finding"].bool == false)
    #expect(broken?["code"].text == "script_error")
    #expect(page["untried"].items.map { $0["name"].text } == command.untried.map(\.name))
  }

  @Test func `without personas, there is a column for anyone`() async throws {
    let (page, _) = try await Self.tables(["main.lua": Self.rules])
    #expect(page["personas"].items.isEmpty)
    #expect(page["people"].items.map { $0["name"].text } == ["anybody"])
    let cell = page["rows"].items[0]["cells"]["anybody"]
    #expect(cell["words"].text == "sent to /login")
    #expect(cell["short"].text == "→ /login")
  }

  @Test(arguments: [
    ("/talk/7", "null", "assert.redirected(router.open(\"/talk/7\"), { \"/login\" })"),
    (
      "/talk/7", "\"mei\"", "app.persona \"mei\"\nassert.opened(router.open(\"/talk/7\"), \"talk\")"
    ),
    (
      "/talk/8", "\"mei\"",
      "app.persona \"mei\"\nassert.intercepted(router.open(\"/talk/8\"), \"sold out\")"
    ),
  ])
  func `a cell is written as the lines of a spec that expect its outcome`(
    location: String,
    persona: String,
    lines: String
  )
    async throws
  {
    let world = try await Inspected(
      rehearsing: .of([
        "main.lua": Self.rules, "personas.lua": "return { mei = { session = { user = 'mei' } } }",
      ])
    )
    let body = "{\"location\":\"\(location)\",\"persona\":\(persona)}"
    #expect(await world.post("assertion", body).json["spec"].text == lines)
  }

  @Test func `a client that asks while the table is made waits for the same table`() async throws {
    let world = try await Inspected(rehearsing: .example("shop"))
    let stream = await world.stream()
    let total = await world.post("matrix", "{}").json["total"].int ?? 0
    let table = await world.get("matrix").json
    #expect(table["rows"].items.count == total)
    var last = 0
    while last < total {
      let done = await stream.next("result")["done"].int ?? total
      #expect(done > last, "the table was begun again")
      last = done
    }
  }

  @Test func `the stream reports progress and ends with the rows`() async throws {
    let world = try await Inspected(rehearsing: .example("shop"))
    let stream = await world.stream()
    let total = await world.post("matrix", "{}").json["total"].int ?? 0
    var done: [Int] = []
    while done.last != total {
      let result = await stream.next("result")
      #expect(result["total"].int == total)
      done.append(result["done"].int ?? -1)
      #expect(result["rows"].items.count == (done.last == total ? total : 0))
    }
    #expect(done == done.sorted())
  }
}
#endif
