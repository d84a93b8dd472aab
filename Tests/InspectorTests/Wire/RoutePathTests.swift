#if Inspector
import Inspector
import MessageStream
import Moonroute
import ScriptHost
import ScriptReports
import Testing

@Suite struct RoutePathTests {
  @Test func `each route is a row with the fields of routes --json and the inspector's data`()
    async throws
  {
    let inspected = try await Inspected(Samples.small)
    _ = await inspected.get("routes/1")
    let routes = await inspected.get("routes").json
    #expect(routes["generation"] == .int(1))
    #expect(routes["reviewed"] == .bool(true))
    let rows = routes["routes"].items
    let index = inspected.application.directory.index
    #expect(rows.map { $0["pattern"] } == index.winningRoutes.map { $0.json["pattern"] })
    let item = try #require(rows.first { $0["name"] == .text("item") })
    #expect(item["owner"] == .text("team a"))
    #expect(item["tags"].line == #"["campaign"]"#)
    #expect(item["sample"] == .text("/item/1"))
    #expect(item["hits"] == .int(0))
    #expect(item["guards"] == .int(0))
    #expect(item["parent"] == .null)
    #expect(item["query"] == .null)
    let inner = try #require(rows.first { $0["name"] == .text("inner") })
    #expect(inner["guards"] == .int(1))
  }

  @Test func `a route's details contain its guards, parameters and lines`() async throws {
    let inspected = try await Inspected(Samples.small)
    let rows = await inspected.get("routes").json["routes"].items
    let id = try #require(rows.first { $0["name"] == .text("inner") }?["id"].int)
    let inner = await inspected.get("routes/\(id)").json
    #expect(inner["guards"].items.map { $0["kind"] } == [.text("guard")])
    #expect(inner["guards"].items[0]["file"] == .text("main.lua"))
    #expect(inner["source"]["file"] == .text("main.lua"))
    let first = try #require(inner["source"]["lines"].items.first?.text)
    #expect(first.hasPrefix("router.route {"))
    let other = try #require(rows.first { $0["name"] == .text("item") }?["id"].int)
    let item = await inspected.get("routes/\(other)").json
    #expect(
      item["parameters"].line
        == #"[{"name":"id","type":"int","optional":false,"sample":1}]"#
    )
  }

  @Test func `hits count the opens that ended at a route`() async throws {
    let inspected = try await Inspected(Samples.small)
    for link in ["/item/1", "/old/2", "/nowhere"] {
      _ = await inspected.post("open", "{\"location\":\"\(link)\"}")
    }
    let rows = await inspected.get("routes").json["routes"].items
    #expect(rows.first { $0["name"] == .text("item") }?["hits"] == .int(2))
    let graph = await inspected.get("graph").json
    let kinds = graph["edges"].items.map { ($0["kind"].text ?? "", $0["count"].int ?? 0) }
    #expect(kinds.contains { $0 == ("fixed", 1) })
    #expect(kinds.contains { $0 == ("seen", 1) })
    #expect(graph["nodes"].items.count == rows.count)
  }

  @Test func `the graph has districts, and the gates before each route`() async throws {
    let inspected = try await Inspected(Samples.small)
    let graph = await inspected.get("graph").json
    #expect(graph["districts"].line == #"["main.lua"]"#)
    let inner = try #require(graph["nodes"].items.first { $0["name"] == .text("inner") })
    #expect(inner["district"] == .int(0))
    let asked = inner["asked"].items.compactMap(\.int).map { graph["gates"].items[$0] }
    #expect(asked.map { $0["kind"].text } == ["guard"])
    let tags = await inspected.get("graph", ["by": "tag"]).json
    #expect(tags["districts"].items.contains(.text("#campaign")))
    let unknown = await inspected.get("graph", ["by": "colour"])
    #expect(unknown.status == 400)
    #expect(
      unknown.json["error"]["message"].text
        == "The query's 'by' is 'colour', but must be one of: folder, tag, segment."
    )
  }

  @Test func `the map as Mermaid marks the routes that are closed to a persona`() async throws {
    let folder = try ScriptFolder.of([
      "main.lua": """
      router.route { name = "home", path = "/", view = "Home" }
      router.route { name = "orders", path = "/orders", view = "Orders" }
      router.guard("orders", function() return session.user ~= nil end)
      """,
      "personas.lua": "return { ada = {}, mei = { session = { user = 'mei' } } }",
    ])
    let inspected = try await Inspected(rehearsing: folder)
    func mermaid(_ persona: String) async -> Inspected.Reply {
      await inspected.get("graph", ["format": "mermaid", "persona": persona])
    }
    let ada = await mermaid("ada").json["text"].text
    #expect(ada?.hasSuffix("  class r1 shut\n") == true)
    let mei = await mermaid("mei").json["text"].text
    #expect(mei?.contains("shut") == false)
    #expect(mei?.contains(#"{{"guard<br/>main.lua:3"}}"#) == true)
    #expect(await mermaid("eve").status == 422)
  }

  @Test func `a route that never wins is a conflict`() async throws {
    let inspected = try await Inspected([
      "main.lua": """
      router.route { name = "a", path = "/x/:a", view = function() return screen { "A" } end }
      router.route { name = "b", path = "/x/:b", view = function() return screen { "B" } end,
        priority = -1 }
      """
    ])
    let rows = await inspected.get("routes").json["routes"].items
    let id = try #require(rows.first { $0["name"] == .text("b") }?["id"].int)
    let route = await inspected.get("routes/\(id)").json
    #expect(route["conflict"] == .bool(true))
    #expect(route["conflicts"].items.first?.text?.contains("is never reached") == true)
    let check = await inspected.get("check").json["problems"].items
    #expect(check.contains { $0["rule"] == .text("unreachable") })
  }

  @Test(arguments: ["/item/7", "/item/x", "", "mailto:a@b", "/old/1?x=%FF"])
  func `a match equals the output of match --explain --json`(_ link: String) async throws {
    let inspected = try await Inspected(Samples.small)
    let index = inspected.application.directory.index
    let rules = await inspected.application.perform { application in
      application.router.rules.configuration.locationRules
    }
    let expected = MatchReport(link, in: index, rules: rules)
      .json(explainedBy: MatchExplanation(link, in: index, rules: rules))
    let posted = await inspected.post("match", JSON.fields(("location", .text(link))).line)
    #expect(posted.json.line == expected.line)
    #expect(await inspected.get("match", ["location": link]).json.line == expected.line)
    #expect(await inspected.rows().isEmpty)
  }

  @Test func `a match without near misses has the routes that fit`() async throws {
    let inspected = try await Inspected(Samples.small)
    let whole = await inspected.get("match", ["location": "/item/7"]).json
    let near = await inspected.get("match", ["location": "/item/7", "near": "false"]).json
    #expect(near["pattern"] == whole["pattern"])
    #expect(
      near["candidates"].items == whole["candidates"].items.filter { $0["fits"].bool == true }
    )
    let posted = await inspected.post("match", #"{"location": "/item/x", "near": false}"#).json
    #expect(posted["candidates"].items.isEmpty && posted["matched"].bool == false)
    // The search for near patterns takes the time of all routes.
    let missed = await inspected.get("match", ["location": "/itm/7", "near": "false"]).json
    #expect(missed["nearest"].items.isEmpty)
    let asked = await inspected.get("match", ["location": "/itm/7"]).json
    #expect(!asked["nearest"].items.isEmpty)
  }

  @Test func `a match with ends has the end of the link for each persona`() async throws {
    let shop = try await Inspected(rehearsing: .example("shop"))
    let match = await shop.get("match", ["location": "/account/orders", "ends": "true"]).json
    let ends = match["ends"].items
    let visitor = try #require(ends.first { $0["personas"].items.contains(.text("visitor")) })
    #expect(visitor["access"].text == "sent")
    #expect(visitor["target"].text?.hasPrefix("/login") == true)
    #expect(visitor["decided_by"]["file"].text?.hasSuffix(".lua") == true)
    let mei = try #require(ends.first { $0["personas"].items.contains(.text("mei")) })
    #expect(mei["access"].text == "opens" && mei["decided_by"] == .null)
    let plain = try await Inspected(Samples.small)
    #expect(await plain.get("match", ["location": "/", "ends": "true"]).json["ends"] == .null)
  }

  @Test(arguments: [("# old links\n/a\n\n/b?c=1\n", ["/a", "/b?c=1"]), (nil, [])])
  func `the links of links.txt are listed`(_ text: String?, _ links: [String]) async throws {
    var files = Samples.small
    files["links.txt"] = text
    let inspected = try await Inspected(files)
    #expect(await inspected.get("links").json["locations"].items.compactMap(\.text) == links)
  }

  @Test func `an outcome has the line of a spec that expects it`() async throws {
    let inspected = try await Inspected(Samples.small)
    _ = await inspected.post("open", #"{"location":"/old/7"}"#)
    let spec = await inspected.get("outcomes/1").json["spec"].text
    #expect(spec == #"assert.redirected(router.open("/old/7"), { "/item/7" })"#)
  }

  @Test func `review and counts are the fields of routes`() async throws {
    let inspected = try await Inspected(Samples.small)
    _ = await inspected.post("open", #"{"location":"/item/7"}"#)
    let review = await inspected.get("review").json
    let counts = await inspected.get("counts").json
    let routes = await inspected.get("routes").json
    #expect(routes["reviewed"].bool == true && review["generation"] == routes["generation"])
    #expect(counts["specs"].bool == false)
    for row in routes["routes"].items {
      let id = try #require(row["id"].int)
      #expect(review["guards"]["\(id)"].int ?? 0 == row["guards"].int)
      #expect(review["samples"]["\(id)"] == row["sample"])
      #expect(review["conflicts"].items.contains(.int(id)) == row["conflict"].bool)
      let hits = counts["hits"]["\(id)"].items
      #expect((hits.isEmpty ? 0 : hits[0].int) == row["hits"].int)
    }
  }

  @Test func `only scripts of the application can be read`() async throws {
    let inspected = try await Inspected(Samples.small)
    let source = await inspected.get("source", ["file": "main.lua"]).json
    #expect(source["text"].text == Samples.small["main.lua"])
    #expect(source["digest"].text?.count == 16)
    for file in ["../main.lua", "/etc/passwd", "a/../main.lua", "./main.lua", "other.lua", "x", ""]
    {
      let reply = await inspected.get("source", ["file": file])
      #expect(reply.status == 404, "\(file)")
      #expect(reply.message == "'\(file)' is not a script of the application.")
    }
    #expect(await inspected.get("source").message == "The query lacks 'file'.")
  }
}
#endif
