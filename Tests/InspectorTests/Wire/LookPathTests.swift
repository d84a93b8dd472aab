#if Inspector
import Inspector
import MessageStream
import Testing

@Suite struct LookPathTests {
  private static let files = [
    "main.lua": "router.route { name = 'home', path = '/', view = 'Home' }",
    "looks.lua": """
    return {
      accent = "#0b6e4f",
      pictures = { folder = "pictures" },
      views = { Home = { { "heading", "$title", level = 2 } } },
    }
    """,
    "pictures/a.svg": "<svg/>",
    "pictures/a.txt": "text",
    "b.svg": "<svg/>",
  ]

  @Test func `looks have their pieces with words, values and fields`() async throws {
    let inspected = try await Inspected(rehearsing: try ScriptFolder.of(Self.files))
    let looks = await inspected.get("looks").json
    #expect(
      looks.line == """
        {"number":1,"accent":{"light":"#0b6e4f","dark":"#0b6e4f"},\
        "views":{"Home":[{"kind":"heading","level":2,"value":"$title"}]},\
        "failed":[],"problems":[]}
        """
    )
    #expect(inspected.service.features.contains("looks"))
  }

  @Test func `a mistake has its line, and its view fails alone`() async throws {
    var files = Self.files
    files["looks.lua"] = "return { views = {\n A = { { 'txt', 'a' } }, B = { { 'text', 'b' } } } }"
    let inspected = try await Inspected(rehearsing: try ScriptFolder.of(files))
    let looks = await inspected.get("looks").json
    #expect(looks["failed"].line == #"["A"]"#)
    #expect(looks["views"]["B"].items.count == 1)
    #expect(looks["problems"].items.map { $0["line"].int } == [2])
    let check = await inspected.get("check").json["problems"].items
    #expect(check.contains { $0["file"].text == "looks.lua" })
  }

  @Test func `a look of a view that no route shows is a note, unless the scripts name the view`()
    async throws
  {
    var files = Self.files
    files["main.lua"] = """
      router.route { name = "home", path = "/", view = "Home" }
      local views = { "Chosen" }
      router.route { name = "shop", path = "/shop", view = function()
        return screen { "Shop" }
      end }
      """
    files["looks.lua"] = """
      return { views = {
        Shop = { { "body" } },
        Hom = { { "body" } },
        Chosen = { { "body" } },
      } }
      """
    let inspected = try await Inspected(rehearsing: try ScriptFolder.of(files))
    let notes = await inspected.get("check").json["problems"].items
      .filter { $0["file"].text == "looks.lua" }
    #expect(notes.map { $0["line"].int } == [3])
    #expect(notes.map { $0["severity"].text } == ["note"])
    #expect(
      notes.map { $0["message"].text } == [
        "No route shows the view 'Hom'. Did you mean 'Home'?"
      ]
    )
  }

  @Test(arguments: [("a.svg", 200), ("a.txt", 404), ("../b.svg", 404), ("c.svg", 404)])
  func `a picture is read from the folder of pictures only`(
    name: String,
    status: Int
  )
    async throws
  {
    let inspected = try await Inspected(rehearsing: try ScriptFolder.of(Self.files))
    _ = await inspected.get("looks")
    let reply = await inspected.get("pictures", ["name": name])
    #expect(reply.status == status)
    guard status == 200 else { return }
    #expect(reply.json.line == #"{"type":"image/svg+xml","data":"PHN2Zy8+"}"#)
  }
}
#endif
