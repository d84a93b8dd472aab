import MessageStream
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost
import ScriptReports
import Testing

/// Differences between two versions: their kinds, sentences, Markdown and JSON.
@Suite struct DiffTests {
  private static let home = #"router.route { name = "home", path = "/", view = "Home" }"# + "\n"

  private static func side(_ name: String, _ files: [String: String]) -> DiffSide {
    var bytes = files.mapValues { Array($0.utf8) }
    bytes["main.lua"] = Array((home + (files["main.lua"] ?? "")).utf8)
    return DiffSide(name, files: bytes)
  }

  private static func diff(
    _ before: [String: String],
    _ after: [String: String],
    as personas: [String]? = nil,
    lists: [(name: String, links: [String])] = []
  ) async throws -> RuleDiff {
    try await RuleDiff(
      from: side("before", before),
      to: side("after", after),
      as: personas,
      lists: lists,
      makingHosts: { source in { try HeadlessScripts(source).silentHost(in: $0) } }
    )
  }

  private static func diff(_ before: String, _ after: String) async throws -> RuleDiff {
    try await diff(["main.lua": before], ["main.lua": after])
  }

  private static func text(_ diff: RuleDiff, showsAll: Bool = false) -> String {
    DiffReport(diff, title: "both", showsAll: showsAll)
      .lines(ReportStyle(isColoured: false, width: 92)).joined(separator: "\n")
  }

  @Test(arguments: cases)
  func `a report has the effect of a change, and of its reversal`(_ row: Case) async throws {
    #expect(Self.text(try await Self.diff(row.before, row.after)) == row.report)
    let back = try await RuleDiff(
      from: Self.side("after", row.after),
      to: Self.side("before", row.before),
      makingHosts: { source in { try HeadlessScripts(source).silentHost(in: $0) } }
    )
    #expect(Self.text(back) == row.reportBack)
  }

  @Test func `routes with one pattern on two hosts are two routes`() async throws {
    let routes = """
      router.route { path = "/a", host = "one.example", view = "One" }
      router.route { path = "/a", host = "two.example", view = "Two" }

      """
    let diff = try await Self.diff(routes, routes + "-- a comment\n")
    #expect(diff.changes.isEmpty, "\(Self.text(diff))")
  }

  @Test func `the cases have every kind of difference`() async throws {
    var kinds: Set<DiffKind> = []
    for row in Self.cases {
      kinds.formUnion(try await Self.diff(row.before, row.after).changes.map(\.kind))
      kinds.formUnion(try await Self.diff(row.after, row.before).changes.map(\.kind))
    }
    #expect(kinds == Set(DiffKind.allCases))
  }

  @Test(arguments: cases)
  func `the same versions give the same bytes`(_ row: Case) async throws {
    func bytes() async throws -> [String] {
      let report = DiffReport(try await Self.diff(row.before, row.after), title: "both")
      return report.json.map(\.line) + [report.markdown]
    }
    #expect(try await bytes() == (try await bytes()))
  }

  @Test(arguments: [
    ("a removed route", [:], ["old": "new"]),
    ("a moved route", ["stop": "1 link dies, moved"], ["stop": "1 link dies, moved"]),
  ])
  func `a summary has the differences of a route in a few words`(
    name: String,
    summaries: [String: String],
    back: [String: String]
  ) async throws {
    let row = try #require(Self.cases.first { $0.testDescription == name })
    #expect(try await Self.diff(row.before, row.after).routeSummaries == summaries)
    #expect(try await Self.diff(row.after, row.before).routeSummaries == back)
  }

  @Test func `a summary names the people for whom a route opens`() async throws {
    let people = Self.personas.replacing("visitor = {}", with: "visitor = {}, guest = {}")
    let open = Self.guarded.replacing(#"session.user == "mei""#, with: "true")
    func side(_ text: String) -> [String: String] { ["main.lua": text, "personas.lua": people] }
    let opened = try await Self.diff(side(Self.guarded), side(open))
    #expect(opened.routeSummaries == ["staff": "opens for guest, visitor"])
    let closed = try await Self.diff(side(open), side(Self.guarded))
    #expect(closed.routeSummaries == ["staff": "no longer opens for guest, visitor"])
  }

  @Test func `the locations of proxies and guards are tried, if they have no wildcard`()
    async throws
  {
    let route = #"router.route { name = "doc", path = "/doc/:id<int>", view = "Doc" }"#
    let rules = """
      router.guard("/doc/7", function() return false, "secret" end)
      router.proxy("/old", "/doc/8")
      router.proxy("/older/:id<int>", "/doc/:id")
      """
    let diff = try await Self.diff(route + "\n" + rules, route)
    #expect(diff.isBad)
    #expect(
      Self.text(diff) == """
        both: 1 of 2 routes is unchanged
        BREAKS
          /old used to open 'doc' and now leads nowhere (main.lua:2).
              so does /older/1
        OPENS
          anybody can now open /doc/7, since the guard of '/doc/7' no longer runs.
              before: stopped: secret
        ALSO CHANGED
          fixed  Every path through this function returns false, so its routes can never be opened
                 (main.lua:3)
        No other differences in 3 locations, 1 person and 5 links.
        """
    )
  }

  private static let guarded = """
    router.route { name = "staff", path = "/staff", view = "Staff" }
    router.guard("/staff/**", function() return session.user == "mei", "staff only" end)
    """
  private static let personas = """
    return { mei = { session = { user = "mei" } }, visitor = {} }
    """

  @Test func `JSON has a value for each difference, and a summary`() async throws {
    let open = Self.guarded.replacing(#"session.user == "mei""#, with: "true")
    let diff = try await Self.diff(
      ["main.lua": Self.guarded, "personas.lua": Self.personas],
      ["main.lua": open, "personas.lua": Self.personas]
    )
    #expect(diff.isBad)
    #expect(
      DiffReport(diff, title: "both").json.map(\.line) == [
        """
        {"change":{"kind":"door_opens","severity":"opens","persona":"visitor",\
        "location":"/staff","before":{"access":"stopped","reason":"staff only"},\
        "after":{"access":"opens"},\
        "decided_by":{"step":"guard","name":"/staff/**","file":"main.lua","line":3}}}
        """,
        """
        {"summary":{"routes_before":2,"routes_after":2,"locations":2,"people":2,"links":2,\
        "same_files":false,"kinds":{"door_opens":1}}}
        """,
      ]
    )
    let dead = try await Self.diff(#"router.route { path = "/old", view = "Old" }"#, "")
    #expect(
      DiffReport(dead, title: "both").json.first?.line == """
        {"change":{"kind":"link_dies","severity":"breaks","link":"/old","origin":null,\
        "before":{"status":"opened","route":"/old"},\
        "after":{"status":"not_found","code":"not_found","reason":"No route matches '/old'."},\
        "text":"/old used to open /old and now leads nowhere: main.lua no longer has its rule"}}
        """
    )
  }

  @Test func `Markdown has a line for each finding, and escapes the texts of scripts`()
    async throws
  {
    let diff = try await Self.diff(
      """
      router.route { name = "a`b|c", path = "/a", view = "A" }
      router.route { name = "b", path = "/b", view = "B" }
      """,
      """
      router.route { name = "b", path = "/b", view = "B", redirect = function()
        return false, "<b>*no*</b> | ::error::"
      end }
      """
    )
    #expect(
      DiffReport(diff, title: "both").markdown == """
        <!-- moonroute-diff -->
        ### Moonroute: 1 broken

        - `/a` used to open `` a`b|c `` and now leads nowhere: `main.lua` no longer has its rule

        - anybody can no longer open `/b`: &lt;b&gt;\\*no\\*&lt;/b&gt; \\| ::error::, since the \
        redirect of 'b' stops it (main.lua:2); before: opens
        - A new note of check: Every path through this function returns false, so its routes can \
        never be opened. (`main.lua#L2`)

        <details><summary>also changed</summary>

        - removed `` a`b|c `` (`/a`, `main.lua#L2`)

        </details>

        No other differences in 3 locations, 1 person and 3 links.

        """
    )
  }

  @Test func `Markdown stays below the limit of a comment, and counts the rest of each kind`()
    async throws
  {
    let names = (1...300).map { "\($0)" + String(repeating: "x", count: 20) }
    func routes(_ names: [String]) -> String {
      names.map { "router.route { name = '\($0)', path = '/\($0)', view = 'V' }\n" }.joined()
    }
    let others = names.map { $0.replacing("x", with: "y") }
    let diff = try await Self.diff(routes(names), routes(others))
    let text = DiffReport(diff, title: "both").markdown
    #expect(text.utf8.count <= 60_000)
    #expect(text.contains(" more `link_dies`\n"))
    #expect(text.contains("- added "))
    #expect(text.hasSuffix("No other differences in 601 locations, 1 person and 601 links.\n"))
    let lines = Self.text(diff).split(separator: "\n")
    #expect(lines.count < 60)
    #expect(Self.text(diff, showsAll: true).split(separator: "\n").count > 600)
  }

  @Test func `findings of check are compared by rule, file and message, not by line`() async throws
  {
    let mistake = "local unused = 1\n"
    let moved = try await Self.diff(mistake, "\n\n" + mistake)
    #expect(moved.changes.isEmpty, "\(Self.text(moved))")
    let both = try await Self.diff(mistake, mistake + "local other = 1\n")
    #expect(both.changes.map(\.kind) == [.newFinding])
    #expect(both.changes.first?.site?.line == 3)
    #expect(!both.isBad)
    let twice = try await Self.diff(mistake, mistake + mistake)
    #expect(twice.changes.map(\.kind).contains(.newFinding))
  }

  @Test func `a rule that a version turns off has no findings there`() async throws {
    let mistake = ["main.lua": "local unused = 1\n"]
    let off = mistake.merging([".moonroute.json": #"{"check":{"unused_local":"off"}}"#]) { $1 }
    #expect(try await Self.diff(mistake, off).changes.map(\.kind) == [.fixedFinding])
    #expect(try await Self.diff(off, mistake).changes.map(\.kind) == [.newFinding])
  }

  @Test func `a comment at the line allows a new finding`() async throws {
    let mistake = "local unused = 1 -- moonroute: allow new_finding\n"
    let diff = try await Self.diff("", mistake)
    #expect(diff.changes.map(\.isAllowed) == [true], "\(Self.text(diff))")
  }

  @Test func `a report can be limited to some kinds`() async throws {
    let diff = try await Self.diff(#"router.route { path = "/old", view = "Old" }"#, "")
    #expect(
      Self.text(diff.only([.routeRemoved])) == """
        both: 1 of 2 routes is unchanged
        ALSO CHANGED
          removed  /old
        No other differences of these kinds in 2 locations, 1 person and 2 links.
        """
    )
    #expect(
      Self.text(diff.only([.doorOpens]))
        == "No differences of these kinds in 2 locations, 1 person and 2 links."
    )
    #expect(diff.isBad && !diff.only([.routeRemoved]).isBad)
  }

  @Test func `the same files are not loaded`() async throws {
    let diff = try await Self.diff("error('no')", "error('no')")
    #expect(diff.hasSameFiles)
    #expect(Self.text(diff) == "No differences: both versions have the same files.")
  }

  @Test func `further links are tried, and a persona must be in both versions`() async throws {
    let diff = try await Self.diff(
      ["main.lua": #"router.route { name = "a", path = "/a/:id<int>", view = "A" }"#],
      ["main.lua": #"router.route { name = "a", path = "/a/:id<1|2>", view = "A" }"#],
      lists: [("old.txt", ["/a/1", "/a/7", "/a/7"])]
    )
    #expect(
      Self.text(diff)
        .contains(
          "  /a/7 (old.txt) used to open 'a' and now leads nowhere ('id' was int and is now 1 or 2,"
        )
    )
    await #expect(throws: AccessError.self) {
      _ = try await Self.diff(
        ["main.lua": Self.guarded, "personas.lua": Self.personas],
        ["main.lua": "", "personas.lua": "return { jonas = {} }"],
        as: ["mei"]
      )
    }
  }

  @Test func `a difference of scripts that remember earlier opens does not count`() async throws {
    let counting = """
      local count = 0
      router.route { name = "%", path = "/a", view = function()
        count = count + 1
        if count > 1 then error("again") end
        return screen { "A" }
      end }
      """
    // The twin of a link opens in a new application, where it is the first.
    let text = Self.text(
      try await Self.diff(
        counting.replacing("%", with: "a"),
        counting.replacing("%", with: "b") + "router.route { path = '/b', view = 'B' }"
      )
    )
    #expect(!text.contains("BREAKS"), "\(text)")
  }
}
