import Book
import MessageStream
import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// Settings, fixes, formats, and the texts of rules.
@Suite struct SettingsTests {
  @Test func `every rule has a section in the book`() throws {
    let page = try #require(Book.shipped.pages.first { $0.name == "check rules" })
    // A rule that is also an error has its section on the page of errors, so that `help` finds one.
    let errors = try #require(Book.shipped.pages.first { $0.name == "errors" })
    let keys = Set((page.sections + errors.sections).flatMap(\.keys))
    #expect(CheckRule.all.map(\.id).filter { !keys.contains($0) } == [])
    let known = Set(CheckRule.all.map(\.id))
    let headings = page.sections.map(\.title).filter { $0.contains("_") }
    #expect(headings.filter { !known.contains($0) } == [])
    #expect(Set(CheckRule.all.map(\.id)).count == CheckRule.all.count)
    for rule in CheckRule.all {
      guard let words = page.sections.first(where: { $0.title == rule.id })?.text else { continue }
      let severity = rule.severity.rawValue
      #expect(words.contains(severity.prefix(1).uppercased() + severity.dropFirst()), "\(rule.id)")
    }
  }

  @Test(arguments: [
    (#"{ "check": { "shadowed": "off", "dead_link": "error" } }"#, nil),
    (#"{ "other": 1 }"#, nil),
    (#"{ "check": { "shadwed": "off" } }"#, "There is no rule 'shadwed'. Did you mean 'shadowed'?"),
    (
      #"{ "check": { "shadowed": "loud" } }"#,
      "The rule 'shadowed' is 'off', 'note', 'warning' or 'error'."
    ),
    ("[]", "It is not a JSON object."),
  ])
  func `the settings of an application are checked`(text: String, problem: String?) {
    var settings = CheckSettings()
    #expect(settings.read(text) == problem)
  }

  @Test func `settings turn rules off and change their severity`() async throws {
    var settings = CheckSettings()
    #expect(settings.read(#"{ "check": { "unused_local": "off", "shadowed": "error" } }"#) == nil)
    let text = "local a = 1\ndo local a = 2 print(a) end"
    let found = try await findings(["main.lua": text])
    #expect(found.map(\.problem.severity) == [.warning, .note])
    #expect(found.judged(by: settings).map(\.problem.severity) == [.error])
  }

  @Test(arguments: [
    (
      "function _G.f() return router.open('/', { animatr = 'push' }) end",
      "function _G.f() return router.open('/', { animator = 'push' }) end"
    ),
    ("local a, b = 1, 2 print(not a == b)", "local a, b = 1, 2 print(a ~= b)"),
    ("for i = 3, 1 do print(i) end", "for i = 3, 1, -1 do print(i) end"),
    (
      "router.route { name = 'home', path = '/', view = 'H' }"
        + "\nfunction _G.f() return router.to('hme') end",
      "router.route { name = 'home', path = '/', view = 'H' }"
        + "\nfunction _G.f() return router.to('home') end"
    ),
    (
      "router.route { name = 'home', path = '/', view = 'H' }"
        + "\nrouter.guard('/', function() router.to('home') end)",
      "router.route { name = 'home', path = '/', view = 'H' }"
        + "\nrouter.guard('/', function() return router.to('home') end)"
    ),
  ])
  func `a fix resolves its finding`(text: String, fixed: String) async throws {
    let found = try await findings(["main.lua": text])
    #expect(String(decoding: found.fixed(Array(text.utf8)), as: UTF8.self) == fixed)
    #expect(try await findings(["main.lua": fixed]).allSatisfy { $0.fix == nil })
  }

  @Test func `findings are printed for other programs`() async throws {
    let found = try await findings(["main.lua": "local a = 1"])
    #expect(
      found.map(\.json.line) == [
        #"{"file":"main.lua","line":1,"column":7,"end_line":1,"end_column":8,"severity":"warning","#
          + #""rule":"unused_local","message":"'a' is never used. Remove it, or rename it to '_a'.","#
          + #""related":[],"fix":null}"#
      ]
    )
    #expect(
      found.map { $0.githubLine(in: "a,b/") } == [
        "::warning file=a%2Cb/main.lua,line=1,endLine=1,col=7,endColumn=8,title=unused_local::"
          + "'a' is never used. Remove it, or rename it to '_a'."
      ]
    )
    let sarif = ScriptFinding.sarif(found, in: "", version: "1").line
    #expect(sarif.contains(#""ruleId":"unused_local","level":"warning""#))
    #expect(sarif.contains(#""region":{"startLine":1,"startColumn":7,"endLine":1,"endColumn":8}"#))
  }
}
