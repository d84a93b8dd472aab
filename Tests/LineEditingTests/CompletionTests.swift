import LineEditing
import Testing

struct CompletionTests {
  private static func assistance(_ candidates: [LineCompletion.Candidate]) -> LineAssistance {
    LineAssistance(complete: { head in
      let start = (head.lastIndex(of: " ").map { head.index(after: $0) } ?? head.startIndex)
      let word = head[start...]
      return LineCompletion(
        start: head.distance(from: head.startIndex, to: start),
        candidates.filter { $0.text.hasPrefix(word) }
      )
    })
  }

  private static var links: LineAssistance {
    assistance([.init("/product/1"), .init("/product/2"), .init("/cart")])
  }

  @Test func `the only completion is inserted with its ending`() {
    var typist = Typist(assistance: Self.assistance([.init(":open", ending: " "), .init(":quit")]))
    typist.type(":o\t")
    #expect(typist.lines == ["> :open"])
    #expect(typist.cursor == [0, 8])
  }

  @Test func `several completions are shown after their common prefix is inserted`() {
    var typist = Typist(assistance: Self.links)
    typist.type("x /p\t")
    #expect(typist.lines == ["> x /product/", "/product/1  /product/2"])
    #expect(typist.cursor == [0, 13])
    typist.type("\t")
    #expect(typist.lines[0] == "> x /product/1")
    typist.type("\t")
    #expect(typist.lines[0] == "> x /product/2")
    typist.type("\t\u{1B}[Z")
    #expect(typist.lines[0] == "> x /product/2")
    typist.type("\r")
    #expect(typist.lines == ["> x /product/2"])
    #expect(typist.events == [])
    typist.type("\r")
    #expect(typist.events == [.line("x /product/2")])
  }

  @Test func `another key accepts the selection, and escape cancels it`() {
    var typist = Typist(assistance: Self.links)
    typist.type("/p\t\t\u{1B}")
    #expect(typist.lines == ["> /product/"])
    typist.type("\t\t\t5")
    #expect(typist.lines == ["> /product/25"])
  }

  @Test func `text after the cursor stays`() {
    var typist = Typist(assistance: Self.links)
    typist.type("/ca now\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\t")
    #expect(typist.lines == ["> /cart now"])
    #expect(typist.cursor == [0, 7])
  }

  @Test func `without completions nothing changes`() {
    var typist = Typist(assistance: Self.links)
    typist.type("zzz\t")
    #expect(typist.lines == ["> zzz"])
  }

  @Test func `a completion is listed with its description, one per row`() {
    var typist = Typist(
      assistance: Self.assistance([
        .init(":open", detail: "opens a location"), .init(":quit", detail: "ends"),
      ])
    )
    typist.type(":\t")
    #expect(typist.lines == ["> :", ":open  opens a location", ":quit  ends"])
  }

  @Test func `a list that does not fit shows the number of omitted rows`() {
    let many = (1...50).map { LineCompletion.Candidate("name\($0)", detail: "d") }
    var typist = Typist(columns: 20, rows: 6, assistance: Self.assistance(many))
    typist.type("n\t")
    #expect(typist.lines == ["> name", "name1   d", "name2   d", "48 more"])
    typist.type("\t\t\t\t")
    #expect(typist.lines == ["> name4", "name3   d", "name4   d", "48 more"])
    typist.type("x")
    #expect(typist.lines == ["> name4x"])
  }

  @Test func `control characters in names are escaped`() {
    let names = [":a\u{1B}[2J\u{202E}", ":a\n\u{9B}31m"]
    var typist = Typist(
      assistance: Self.assistance(names.map { .init($0, detail: $0) })
    )
    typist.type(":\t")
    #expect(
      typist.lines == [
        "> :a", ":a<1B>[2J<202E>  :a<1B>[2J<202E>", ":a<A><9B>31m     :a<A><9B>31m",
      ]
    )
    typist.type("\t")
    #expect(typist.lines[0] == "> :a<1B>[2J<202E>")
  }

  @Test func `in leading white space of a continuation line, a tab inserts space`() {
    var typist = Typist(assistance: Self.links)
    typist.type("do\u{1B}\r\tx")
    #expect(typist.lines == ["> do", ".   x"])
  }
}
