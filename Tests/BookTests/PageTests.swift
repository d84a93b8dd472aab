import Testing

@testable import Book

struct PageTests {
  private let page = Page(
    name: "errors",
    text: """
      # Error codes

      Each with its cause.

      ## Of opens

      They end an open.

      ### `timeout`

      Took too long.

      ```lua
      # no heading
      ```

      ### `router.guard` raises `denied`

      Not allowed.

      ## Of loads

      Nothing runs.
      """
  )

  @Test
  func `a page has a title, a summary, and sections that end where the next one starts`() {
    #expect(page.title == "Error codes")
    #expect(page.summary == "Each with its cause.")
    #expect(
      page.sections.map(\.title) == [
        "Of opens", "timeout", "router.guard raises denied", "Of loads",
      ]
    )
    #expect(page.sections[0].text.hasSuffix("Not allowed."))
    #expect(page.sections[1].text.hasSuffix("# no heading\n```"))
  }

  @Test
  func `a chapter has the pages of its list, and a list without pages is not a chapter`() {
    let contents = """
      # Book

      ### Look up

      - <doc:ErrorCodes>
      - <doc:Words>

      ### Types

      - ``LinkRouter``
      """
    let errors = Page(name: "errors", text: page.text, fileName: "ErrorCodes.md")
    let chapters = Book(definitions: [], articles: [errors], contents: contents).chapters
    #expect(chapters.map(\.title) == ["Look up"])
    #expect(chapters.flatMap(\.pages).map(\.name) == ["errors"])
  }

  @Test
  func `a comment in a page is not part of its text`() {
    let blocks = MarkdownBlocks("Words.\n\n<!-- not run: a drawing -->\n```text\n→\n```").blocks
    #expect(blocks == [.paragraph("Words."), .code(language: "text", text: "→")])
  }

  @Test func `lines indented by four blanks are code and stay unchanged`() {
    let text = """
      It says:

          1. nothing leads away
             after 1 step:

             | -- found
          done

      And words
          that go on.
      """
    #expect(
      MarkdownBlocks(text).blocks == [
        .paragraph("It says:"),
        .code(language: "", text: "1. nothing leads away\n   after 1 step:\n\n   | -- found\ndone"),
        .paragraph("And words that go on."),
      ]
    )
  }

  @Test func `a nested list is one list, and an item can have several lines`() {
    let text = """
      - one
        goes on
        1. first
           - deep
        2. second
      - two

        more of two

      ```text
      code
      ```
      """
    let blocks = MarkdownBlocks(text).blocks
    guard case .list(let points) = blocks.first else {
      Issue.record("no list: \(blocks)")
      return
    }
    #expect(
      points.map { "\($0.level) \($0.mark) \($0.text)" } == [
        "0 - one goes on", "1 1. first", "2 - deep", "1 2. second", "0 - two more of two",
      ]
    )
    #expect(blocks.dropFirst() == [.code(language: "text", text: "code")])
  }

  /// Topics, and the title that each of them finds.
  static let topics: [(String, String?)] = [
    ("errors", "page"), ("ERRORS", "page"), ("timeout", "timeout"), ("errors timeout", "timeout"),
    ("errors Of Loads", "Of loads"), ("denied", "router.guard raises denied"),
    ("nothing of it", nil),
  ]

  @Test(arguments: topics)
  func `a topic is a page, a section, or a span of code in a heading`(
    _ topic: String,
    _ title: String?
  ) {
    switch Book(definitions: [], articles: [page]).find(topic) {
    case .page: #expect(title == "page")
    case .section(let section, _): #expect(section.title == title)
    case .several, .nothing: #expect(title == nil)
    }
  }

  @Test
  func `a mistyped topic suggests the nearest ones`() {
    guard case .nothing(let nearest) = Book(definitions: [], articles: [page]).find("tiemout")
    else {
      Issue.record("found something")
      return
    }
    #expect(nearest.first == "timeout")
  }

  @Test
  func `a search finds the section that contains the words, in any inflection`() {
    let hits = Book(definitions: [], articles: [page]).search(["allowed"]).map(\.topic)
    #expect(hits == ["errors router.guard raises denied"])
    #expect(
      Book(definitions: [], articles: [page]).search(["timeout"]).first?.line == "Took too long."
    )
    #expect(Book(definitions: [], articles: [page]).search(["zebra", "xylophone"]).isEmpty)
    let stems = [
      "waiting": "wait", "types": "typ", "type": "typ", "running": "run", "queries": "query",
    ]
    for (word, stem) in stems { #expect(SearchWords.stem(word) == stem) }
  }
}
