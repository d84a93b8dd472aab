import MessageStream
import Moonroute
import Rehearsal
import Testing

/// The table of acts: the call of each in a spec, its kind, and its words.
@Suite struct ActTests {
  struct Row: Sendable {
    let act: Act
    let call: String
    let kind: String
    let words: String
    let typed: String

    init(_ act: Act, _ call: String, kind: String, words: String, typed: String? = nil) {
      (self.act, self.call, self.kind) = (act, call, kind)
      (self.words, self.typed) = (words, typed ?? words)
    }
  }

  private static let options: Act = {
    var opening = Act.Opening("/a")
    (opening.animator, opening.extra, opening.tags) = ("push", .list([.int(1)]), ["x"])
    (opening.isAnimated, opening.goes) = (false, true)
    return .open(opening)
  }()

  private static let rows = [
    Row(.opening("/a"), #"router.open("/a")"#, kind: "open", words: "open /a", typed: "/a"),
    Row(
      options,
      #"router.go("/a", { animated = false, animator = "push", extra = { 1 }, tags = { "x" } })"#,
      kind: "open",
      words: "go /a",
      typed: "/a"
    ),
    Row(.person(.back), "router.back()", kind: "back", words: "back"),
    Row(.person(.swipeBack), "stage.swipe_back()", kind: "swipe", words: "swipe"),
    Row(.person(.dismiss), "router.dismiss()", kind: "dismiss", words: "dismiss"),
    Row(.person(.tapOutside), "router.dismiss()", kind: "outside", words: "tap outside"),
    Row(.person(.close(nil)), "router.close()", kind: "close", words: "close"),
    Row(.person(.close(nil), on: .top), "stage.top():close()", kind: "close", words: "close"),
    Row(.person(.select("a")), #"router.select("a")"#, kind: "select", words: "select a"),
    Row(.person(.select(2)), "router.select(2)", kind: "select", words: "select 2"),
    Row(.person(.reselect("a")), #"router.reset("a")"#, kind: "reselect", words: "reselect a"),
    Row(
      .person(.tap("Go", on: nil)),
      #"stage.top():tap("Go")"#,
      kind: "tap",
      words: "tap 'Go'",
      typed: ":tap Go"
    ),
    Row(
      .person(.tap("Go", at: [2, 1], on: nil)),
      #"stage.top():tap("Go", { 2, 1 })"#,
      kind: "tap",
      words: "tap 'Go' at 2, 1",
      typed: #"stage.top():tap("Go", { 2, 1 })"#
    ),
    Row(
      .person(.tap("Go", on: nil), on: .index(1)),
      #"stage.screens()[2]:tap("Go")"#,
      kind: "tap",
      words: "tap 'Go'",
      typed: ":tap Go"
    ),
    Row(
      .person(.fill([.init("b c", "\""), .init("a", "x")], on: nil)),
      #"stage.top():fill({ a = "x", ["b c"] = "\"" })"#,
      kind: "fill",
      words: "fill b c, a",
      typed: ":fill b c = \", a = x"
    ),
    Row(
      .person(.fill([], on: nil)),
      "stage.top():fill({})",
      kind: "fill",
      words: "fill ",
      typed: ":fill "
    ),
    Row(.back(1), "router.back()", kind: "back", words: "back", typed: ":back"),
    Row(.back(2), "router.back(2)", kind: "back", words: "back", typed: ":back 2"),
    Row(.swipeBack, "stage.swipe_back()", kind: "swipe", words: "swipe"),
    Row(.dismiss, "router.dismiss()", kind: "dismiss", words: "dismiss", typed: ":dismiss"),
    Row(.emit(key: "a", value: .null), #"events.emit("a")"#, kind: "emit", words: "emit a"),
    Row(
      .emit(key: "a", value: .fields(("end", .int(1)))),
      #"events.emit("a", { ["end"] = 1 })"#,
      kind: "emit",
      words: "emit a"
    ),
    Row(
      .setResource(path: "/r", value: .bool(true)),
      #"resources.update("/r", true)"#,
      kind: "resource",
      words: "set /r"
    ),
    Row(
      .setResource(path: "/r", value: nil),
      #"resources.delete("/r")"#,
      kind: "resource",
      words: "delete /r"
    ),
    Row(
      .setSession(path: [.text("a b"), .int(1), .text("c")], value: .null),
      #"session["a b"][1].c = nil"#,
      kind: "session",
      words: #"set session["a b"][1].c"#
    ),
    Row(
      .become("mei"),
      #"app.persona("mei")"#,
      kind: "become",
      words: "as mei",
      typed: ":as mei"
    ),
    Row(.become(nil), "app.persona(nil)", kind: "become", words: "as no persona", typed: ":as"),
    Row(
      .advance(60),
      "clock.advance(60)",
      kind: "wait",
      words: "clock 60.0 s ahead",
      typed: ":advance 60"
    ),
    Row(
      .advance(1.5),
      "clock.advance(1.5)",
      kind: "wait",
      words: "clock 1.5 s ahead",
      typed: ":advance 1.5"
    ),
    Row(.clock(mode: .skip, advance: nil), "", kind: "wait", words: "clock skip"),
    Row(.recheck, "router.recheck()", kind: "recheck", words: "recheck"),
    Row(.reload, "assert.is_true(app.reload())", kind: "reload", words: "reload"),
    Row(.restore, "stage.restore(stage.save())", kind: "restore", words: "restore"),
    Row(
      .restart,
      """
      do
        local saved = stage.save()
        app.reset()
        app.persona(nil)
        stage.restore(saved)
      end
      """,
      kind: "restart",
      words: "restart"
    ),
    Row(.lua("local n = 1"), "n = 1", kind: "lua", words: "run local n = 1", typed: "local n = 1"),
    Row(
      .lua("n,\nm"),
      ";(function(...) return n,\nm\n    end)()",
      kind: "lua",
      words: "run n, m",
      typed: "n,\nm"
    ),
  ]

  @Test(arguments: rows)
  func `an act has one call, one kind, and its words`(row: Row) {
    #expect(row.act.call() == row.call)
    #expect(row.act.kind == row.kind)
    #expect(row.act.words == row.words)
    #expect(row.act.typed == row.typed)
  }

  @Test func `a call keeps the style of existing specs`() {
    var style = Act.CallStyle()
    (style.bracketsNames, style.pointsSeconds, style.persona) = (true, true, "mei")
    let fill = Act.person(.fill([.init("a", "x")], on: nil))
    #expect(fill.call(style) == #"stage.top():fill({ ["a"] = "x" })"#)
    #expect(Act.advance(60).call(style) == "clock.advance(60.0)")
    #expect(Act.restart.call(style).contains("  app.persona(\"mei\")\n"))
  }
}
