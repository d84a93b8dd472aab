import Rehearsal
import ScriptReports
import Testing

@testable import RuleProof

struct LinkSnapshotTests {
  private static func text(_ links: [(String, Ending)]) -> String {
    var snapshot = LinkSnapshot(isMatchOnly: false)
    let lines = links.compactMap { snapshot.add($0.0, $0.1) }
    return snapshot.head + lines.joined() + snapshot.foot
  }

  private static let home = Ending(.opened, requested: "home")

  @Test func `a snapshot contains each link once, and can be read back`() throws {
    let text = Self.text([
      ("/a", Self.home), ("/a", Self.home), ("/b\u{1B}\tc\n", Ending(.notFound)),
      ("/c", Ending(.failed, requested: "c", reason: "two\nlines\tand tabs")),
    ])
    #expect(
      text == """
        # moonroute audit 1
        # links are opened
        opened home\t/a
        not_found\t/b%1B%09c%0A
        failed c: two\\u{A}lines\\u{9}and tabs\t/c
        # 3 links

        """
    )
    let read = try LinkSnapshot(reading: Array(text.utf8)[...], name: "s")
    #expect(!read.isMatchOnly)
    #expect(read.ending(of: "/a") == "opened home")
    #expect(read.ending(of: "/b\u{1B}\tc\n") == "not_found")
    #expect(read.ending(of: "/d") == nil)
    var changes = LinkChanges(since: read)
    changes.add("/c", Ending(.failed, requested: "c", reason: "two\nlines\tand tabs"))
    #expect(changes.count == 0)
  }

  @Test func `changes are reported by kind, the most frequent first`() throws {
    let text = Self.text((0..<5).map { ("/\($0)", Self.home) })
    var changes = LinkChanges(
      since: try LinkSnapshot(reading: Array(text.utf8)[...], name: "s")
    )
    for number in 0..<7 { changes.add("/\(number)", number < 2 ? Self.home : Ending(.notFound)) }
    changes.add("/0", Ending(.intercepted, requested: "home", reason: "no"))
    #expect(changes.count == 4)
    #expect(changes.newCount == 2)
    #expect(
      changes.all.map { "\($0.count) \($0.example): \($0.before) -> \($0.after)" } == [
        "3 /2: opened home -> not_found", "1 /0: opened home -> intercepted home: no",
      ]
    )
  }

  @Test(arguments: [
    ("", "s: this is not an audit snapshot. Make one with --save."),
    ("# moonroute audit 1\nx\n", "s: this is not an audit snapshot. Make one with --save."),
    (
      "# moonroute audit 1\n# links are opened\nopened home\t/a\n",
      "s: this snapshot has no end. Make a new one with --save."
    ),
    (
      "# moonroute audit 1\n# links are opened\nopened home\t/a\n# 2 links\n",
      "s: this snapshot has no end. Make a new one with --save."
    ),
    (
      "# moonroute audit 1\n# links are matched only\nopened home /a\n# 1 links\n",
      "s:3: a snapshot line has an ending, a tab and a link."
    ),
  ])
  func `an invalid snapshot is reported`(_ text: String, _ words: String) {
    let error = #expect(throws: LinkListError.self) {
      try LinkSnapshot(reading: Array(text.utf8)[...], name: "s")
    }
    #expect(error?.description == words)
  }

  @Test func `a tally keeps only some kinds and dead links, but counts them all`() {
    var tally = LinkTally()
    for number in 0..<20_100 {
      tally.add("/\(number)", Ending(.failed, requested: "r", reason: "\(number)"))
    }
    #expect(tally.count == 20_100)
    #expect(tally.kinds.count == 10_001)
    #expect(tally.kinds.first?.count == 10_100)
    #expect(tally.kinds.reduce(0) { $0 + $1.count } == 20_100)
    #expect(tally.deadLinks.count == 10_000)
    #expect(tally.untoldDeadCount == 10_100)
    #expect(tally.statuses.map(\.count) == [20_100])
  }
}
