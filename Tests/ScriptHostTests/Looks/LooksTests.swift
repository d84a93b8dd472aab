import Moonroute
import Testing

@testable import ScriptHost

struct LooksTests {
  private static func looks(_ text: String) -> Looks { Looks(reading: Array(text.utf8)) }

  @Test func `looks are plain data: pieces with their words, values and fields`() throws {
    let looks = Self.looks(
      """
      return {
        accent = "#0b6e4f",
        pictures = { folder = "pictures", ["https://museum.example/images/"] = "art" },
        views = {
          Object = {
            { "image", "$number.jpg", ratio = 1.4 },
            { "row", { "badge", "Room $room" }, { "text", "Oil", soft = true } },
            { "grid", "$items", { "text", "$text" }, columns = 3 },
            { "body", without = { "image" } },
          },
        },
      }
      """
    )
    #expect(looks.problems.isEmpty)
    #expect(looks.accent == Looks.Accent(light: "#0b6e4f", dark: "#0b6e4f"))
    #expect(looks.path(ofPicture: "12.jpg") == "pictures/12.jpg")
    #expect(looks.path(ofPicture: "https://museum.example/images/12.jpg") == "art/12.jpg")
    guard case .table(let pieces)? = looks.views["Object"] else {
      Issue.record("There is no look.")
      return
    }
    let kinds = pieces.items.map { piece -> String? in
      guard case .table(let fields) = piece else { return nil }
      return fields["kind"].text
    }
    #expect(kinds == ["image", "row", "grid", "body"])
  }

  @Test(arguments: [
    "https://other.example/a.jpg", "../main.lua", "a/../../b.png", "/etc/passwd", "file:a.png", "",
    "a.png",
  ])
  func `no picture is outside the folders of 'pictures'`(name: String) {
    let looks = Self.looks("return { pictures = { [\"https://a.example/\"] = \"p\" } }")
    #expect(looks.path(ofPicture: name) == nil)
  }

  @Test(arguments: [
    (
      "return 7",
      "looks.lua does not return a table. Write return { views = { Object = { { \"heading\","
        + " \"$title\" } } } }.", 1
    ),
    ("return { vews = {} }", "'vews' is not a field of looks.lua. Did you mean 'views'?", 1),
    (
      "return {\n accent = \"#ffcc00\" }",
      "The accent #ffcc00 has a contrast of 1.5 on white, so text gets a darker shade of it. Text is"
        + " readable from 4.5.", 2
    ),
    ("return { accent = \"green\" }", "'accent' is \"green\". Write a colour as #rrggbb.", 1),
    (
      "return {\n pictures = { folder = \"../shared\" } }",
      "'pictures' points outside the application: '../shared'.", 2
    ),
    (
      "return { views = {\n A = { { \"text\", \"a\" },\n { \"imge\", \"x\" } } } }",
      "'imge' is not a piece of a look. Did you mean 'image'?", 3
    ),
    (
      "return { views = { A = {\n { \"image\", \"x\",\n ration = 2 } } } }",
      "'ration' is not a field of the piece 'image'. Did you mean 'ratio'?", 3
    ),
    (
      "return { views = { A = { { \"grid\", \"$x\", { \"text\", \"a\" }, columns = 7 } } } }",
      "'columns' of a grid must be a whole number from 1 to 4, not 7.", 1
    ),
    (
      "return { views = { A = { { \"grid\", \"$x\" } } } }",
      "A grid needs a list and a piece for each item: { \"grid\", \"$products\", { \"text\","
        + " \"$name\" } }.", 1
    ),
    (
      "return { views = { A = { { \"text\", \"a\", when = function() end } } } }",
      "looks.lua must contain plain data only; 'A' contains a function.", 1
    ),
    (
      "return { views = { A = { { \"badge\", \"a\", tone = \"loud\" } } } }",
      "'tone' of a badge must be \"accent\" or \"good\" or \"notable\" or \"bad\" or \"soft\", not"
        + " 'loud'.", 1
    ),
  ])
  func `a mistake says where, what, and what to write`(text: String, message: String, line: Int) {
    let problems = Self.looks(text).problems
    #expect(problems.map(\.message) == [message])
    #expect(problems.map(\.site) == [SourceSite(file: "looks.lua", line: line)])
  }

  @Test func `a view with a mistake has no look, and the others keep theirs`() {
    let looks = Self.looks(
      "return { views = { A = { { \"txt\", \"a\" } }, B = { { \"text\", \"b\" } } } }"
    )
    #expect(looks.views.keys.sorted() == ["B"])
    #expect(looks.failed == ["A"])
  }

  @Test(arguments: [
    "return {", "while true do end", "os.execute('ls')", "error('no')",
    "local t = {} t.t = t return t", "return string.rep('x', 1e9)",
  ])
  func `a script that fails or never ends is a problem of looks.lua`(text: String) {
    let looks = Self.looks(text)
    #expect(looks.problems.count == 1)
    #expect(looks.problems.first?.site?.file == "looks.lua")
    #expect(looks.views.isEmpty)
  }
}
