import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// Screen bodies written as tables, and calls that change the stage while a view is built.
@Suite struct BodyRuleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The body of the view.
    let text: String
    /// The findings: line, column and message.
    var found: [String] = []
  }

  private static let rules = [
    "unknown_name", "unknown_field", "wrong_type", "move_in_view", "dead_link",
  ]

  private static func page(_ body: String) -> String {
    "return screen { 'Page', body =\n\(body) }"
  }

  static let cases: [Case] = [
    Case(
      testDescription: "every kind",
      text: page(
        "{ { 'text', 1 }, { 'heading', 'a' }, { 'image', 'u' }, { 'list', { 'a', { 'text', 'b' } }"
          + " }, { 'link', 'c', to = '/', name = 'd' }, { 'button', 'f', name = 'g', on_tap = later"
          + " }, { 'field', 'i', placeholder = 'j' }, session.a and { 'text', 'k' }, nil }"
      )
    ),
    Case(
      testDescription: "a body that is text",
      text: page("'Hi'"),
      found: [
        "3:1 The body of a screen is a list of pieces, not text. Write body = { { \"text\", … } }."
      ]
    ),
    Case(
      testDescription: "a body that is one element",
      text: page("{ 'text', 'Hi' }"),
      found: ["3:1 A list of pieces is expected, not one piece. Write { { \"text\", … } }."]
    ),
    Case(
      testDescription: "text instead of an element",
      text: page("{ { 'text', 'a' }, 'Hi' }"),
      found: [
        "3:20 A piece of a body is a table with its kind first, not text. Write { \"text\", … }."
      ]
    ),
    Case(
      testDescription: "an unknown kind",
      text: page("{ { 'anchor', 'a', href = '/' } }"),
      found: [
        "3:5 'anchor' is not a kind of piece of a body. The kinds are text, heading, image, list,"
          + " link, button, field."
      ]
    ),
    Case(
      testDescription: "a misspelt kind in a list",
      text: page("{ { 'list', { { 'buton', 'a' } } } }"),
      found: ["3:17 'buton' is not a kind of piece of a body. Did you mean 'button'?"]
    ),
    Case(
      testDescription: "one element instead of rows",
      text: page("{ { 'list', { 'text', 'a' } } }"),
      found: ["3:13 A list of pieces is expected, not one piece. Write { { \"text\", … } }."]
    ),
    Case(
      testDescription: "fields",
      text: page("{ { 'button', 'a', onTap = later }, { 'link', 'a', href = '/' } }"),
      found: [
        "3:20 'onTap' is not a field of a button. Did you mean 'on_tap'?",
        "3:52 'href' is not a field of a link. Its fields are name, to.",
      ]
    ),
    Case(
      testDescription: "in either case of a condition",
      text: page("session.user and { { 'buton', 'a' } } or 'Hi'"),
      found: [
        "3:22 'buton' is not a kind of piece of a body. Did you mean 'button'?",
        "3:42 The body of a screen is a list of pieces, not text. Write body = { { \"text\", … } }."
          + "",
      ]
    ),
    Case(
      testDescription: "pieces that are appended",
      text: "local list = {}\nfor i = 1, 3 do list[#list + 1] = { 'link', i, too = '/' } end\n"
        + "table.insert(list, { 'txt', 'a' })\nreturn screen { 'Page', body = list }",
      found: [
        "3:48 'too' is not a field of a link. Did you mean 'to'?",
        "4:22 'txt' is not a kind of piece of a body. Did you mean 'text'?",
      ]
    ),
    Case(
      testDescription: "values",
      text: page("{ { 'button', 'a', on_tap = 'close' }, { 'link', 'b', to = 7, name = later } }"),
      found: [
        "3:29 'on_tap' of a button must be a function, not text.",
        "3:60 'to' of a link must be a location or text, not a number.",
      ]
    ),
    Case(
      testDescription: "a literal link that no route fits",
      text: page("{ { 'link', 'a', to = '/pgae' } }"),
      found: ["3:23 No route matches '/pgae'. The nearest is '/page'."]
    ),
    Case(
      testDescription: "a call in the place of a function",
      text: page(
        "{ { 'button', 'a', on_tap = router.close() }, { 'button', 'a', on_tap = router.open('/') }"
          + " }"
      ),
      found: [
        "3:29 router.close runs while the view is built, not when the button is tapped. Write"
          + " on_tap = function() router.close(…) end.",
        "3:73 router.open runs while the view is built, not when the button is tapped. Write on_tap"
          + " = function() router.open(…) end.",
      ]
    ),
    Case(
      testDescription: "a call that makes a function",
      text: page("{ { 'button', 'a', on_tap = make() } }")
    ),
    Case(
      testDescription: "a move in a view",
      text: "if session.gone then\nrouter.back() end\nreturn screen { 'Page' }",
      found: [
        "3:1 router.back moves the stage while the view is built. Write on_tap = function()"
          + " router.back() end, or call it in a handler."
      ]
    ),
    Case(
      testDescription: "a move in a function of a view",
      text: page("{ { 'button', 'a', on_tap = function() router.back() end } }")
    ),
    Case(
      testDescription: "another function of that name",
      text: "local function screen(t) return t end\nreturn screen { 'Page', body = 'Hi' }"
    ),
  ]

  @Test(arguments: cases)
  func `exactly the problems of a body are found`(row: Case) async throws {
    let text =
      "function later() end function make() return later end router.route { path = '/', view ="
      + " 'Home' } router.route { path = '/page', view = function()\n\(row.text)\nend }"
    let found = try await findings(["main.lua": text])
      .filter { Self.rules.contains($0.problem.code.rawValue) }
    let lines = found.map {
      "\($0.problem.site?.line ?? 0):\($0.problem.column ?? 0) \($0.problem.message)"
    }
    #expect(lines == row.found)
  }

  @Test(arguments: [
    ("screen { 'A', body = { { '‸' } } }", "text heading image list link button field"),
    (
      "screen { 'A', body = { { 'text', 'a' }, { 'list', { { '‸",
      "text heading image list link button field"
    ),
    ("screen { 'A', body = { { 'link', 'a', ‸ } } }", "name to"),
    ("screen { 'A', body = { { 'button', 'a', name = 'b', ‸ } } }", "on_tap"),
    ("screen { 'A', body = { { 'field', 'a', ‸", "placeholder"),
    ("screen { 'A', body = { { 'text', 'a', ‸ } } }", ""),
    ("screen { 'A', list = { { '‸' } } }", ""),
    ("other { 'A', body = { { '‸' } } }", ""),
  ])
  func `the editor offers the kinds of elements and their fields`(
    text: String,
    labels: String
  ) async throws {
    let (bytes, offset) = cursor(in: "local x = " + text)
    let completion = Completion(in: bytes, at: offset, of: .empty, scope: .router)
    #expect(completion.candidates.map(\.label).joined(separator: " ") == labels)
  }
}
