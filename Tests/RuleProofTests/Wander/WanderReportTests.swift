import LuaSyntax
import MessageStream
import ScriptReports
import ScriptTesting
import Testing
import TextTools

@testable import RuleProof

/// The reports of walks, with any contents of scripts.
@Suite struct WanderReportTests {
  private static let style = ReportStyle(isColoured: false, width: 80)

  private static func report(
    _ files: [String: String],
    steps: Int = 60
  ) async throws
    -> WanderReport
  {
    var run = WanderRun(ProofScripts.of(files))
    run.stepCount = steps
    return try await run.walk()
  }

  private static func text(of report: WanderReport) -> String {
    let text = WanderText(style)
    let found = report.found.enumerated().flatMap { text.lines(of: $1, number: $0 + 1) }
    return (found + text.lines(of: report)).joined(separator: "\n")
  }

  @Test func `the text has the finding, its steps, and the spec`() async throws {
    let report = try await Self.report([
      "main.lua": """
      router.route { name = "home", path = "/", view = function()
        return screen { "Home", body = { { "text", "Welcome." } } }
      end }
      """
    ])
    #expect(report.found.count == 1)
    let text = WanderText(Self.style).lines(of: try #require(report.found.first), number: 1)
    #expect(
      text.joined(separator: "\n") == """
        1. 'home' has no way out: nothing is below it, and its body has no link and no
        button (main.lua:1)
           after 1 step:
             open /

           | -- Found by moonroute wander: dead_end, about 'home'.
           | describe("wander", function()
           |   before_each(app.reset)
           |   it("leaves a way out", function()
           |     router.open("/")
           |     assert.invariants()
           |   end)
           | end)

        """
    )
  }

  @Test func `the end lists the unreached routes`() async throws {
    let report = try await Self.report([
      "main.lua": """
      router.route { name = "home", path = "/", view = "Home" }
      router.guard("closed", function() return false, "never" end)
      router.route { name = "closed", path = "/closed", view = "Closed" }
      """
    ])
    #expect(report.found.isEmpty && report.end == .done)
    let lines = WanderText(Self.style).lines(of: report)
    #expect(lines.first == "60 steps in \(report.journeyCount) journeys, seed 1: nothing found")
    #expect(lines[1].contains("1 of 1 guards and redirects"))
    let summary = report.json.line
    #expect(summary.hasPrefix(#"{"kind":"summary","seed":"1","steps":60,"#), "\(summary)")
    #expect(summary.contains(#""findings":0,"end":"done","routes":2,"#), "\(summary)")
  }

  /// Names, texts and sentences that would have an effect where they are printed.
  private static let hostile = [
    "main.lua": #"""
    local evil = "]]\"end)\27[31m\u{202E}\r\n::error ::forged\n  | x\0"
    local name = "n" .. evil:gsub("[/:]", "")
    router.route { name = name, path = "/", view = function()
      return screen { "Home" .. evil, body = {
        { "button", "tap" .. evil, on_tap = function() error("broken" .. evil) end },
        { "field", "field" .. evil },
      } }
    end }
    router.route { path = "/bad", action = function() error("bad" .. evil) end }
    router.route { name = "end" .. name, path = "/dead", animator = animator.root(), view = function()
      return screen { "Dead", body = { { "text", evil } } }
    end }
    """#,
    "personas.lua":
      #"return { ["mei\27[0m\"\n]]\u{2066}"] = { session = { user = 1 } } }"#,
    "invariants.lua": #"""
    invariant("it\"holds\n\27[2J\u{202E}]] --", function(stage)
      return session.user == nil, "it does not\n::error ::forged\27[1m"
    end)
    """#,
  ]

  private static func acts(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.isHarmful && $0 != "\n" }
      || text.split(separator: "\n")
        .contains { line in
          let text = line.drop { " |".contains($0) }
          return text.hasPrefix("::error")
        }
  }

  @Test func `no format of a walk interprets a script's text`() async throws {
    let report = try await Self.report(Self.hostile, steps: 150)
    #expect(Set(report.found.map(\.finding.rule)).count >= 3, "\(report.found.map(\.finding))")
    let text = Self.text(of: report)
    #expect(!Self.acts(text), "\(text.debugDescription)")
    let json = (report.found.map(\.json) + [report.json]).map(\.line)
    for line in json { #expect(!Self.acts(line) && !line.contains("\n"), "\(line)") }
  }

  @Test func `no text of a script can leave its place in a found spec`() async throws {
    let report = try await Self.report(Self.hostile, steps: 150)
    #expect(report.found.contains { $0.steps.contains { $0.kind == "tap" } })
    for found in report.found {
      let spec = WanderSpec(found)
      #expect(!Self.acts(spec.text), "\(spec.text.debugDescription)")
      let tree = LuaTree(Array(spec.text.utf8))
      #expect(tree.problems.isEmpty, "\(spec.text)")
      #expect(spec.text.hasPrefix(spec.headline + "\ndescribe(\"wander\", function()\n"))
      let name = spec.fileName
      #expect(name.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_.".contains($0) }, "\(name)")
      #expect(name.hasSuffix("_spec.lua") && name.count <= 69, "\(name)")
    }
  }

  @Test func `the page has the findings with their specs, and the coverage`() async throws {
    let report = try await Self.report([
      "main.lua": """
      router.route { name = "home", path = "/", view = function()
        return screen { "Home", body = { { "text", "Welcome." } } }
      end }
      router.guard("closed", function() return false, "never" end)
      router.route { name = "closed", path = "/closed", view = "Closed" }
      """
    ])
    let page = WanderPage(report).text
    #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
    #expect(page.contains("<h1>1 finding</h1>"))
    #expect(page.contains("seed 1"))
    #expect(page.contains("&#39;home&#39; has no way out"))
    #expect(page.contains("<span class=\"place\">main.lua:1</span>"))
    #expect(page.contains("    router.open(&quot;/&quot;)\n"))
    #expect(page.contains("2 of 2 routes reached"))
    let none = WanderPage(
      try await Self.report(["main.lua": "router.route { path = '/', view = 'Home' }"])
    )
    #expect(none.text.contains("<h1>Nothing found</h1>"))
    let routes = (1...40).map { "router.route { name = 'r\($0)', path = '/r\($0)', view = 'R' }" }
    let short = try await Self.report(["main.lua": routes.joined(separator: "\n")], steps: 3)
    #expect(!short.coverage.unreachedRoutes.isEmpty)
    let text = WanderPage(short).text
    for name in short.coverage.unreachedRoutes {
      #expect(text.contains("<span class=\"name\">\(name)</span>"))
    }
  }

  @Test func `the page contains no tag from a script`() async throws {
    let report = try await Self.report(
      Self.hostile.mapValues { $0.replacing("::error ::forged", with: "<script>alert(1)") },
      steps: 150
    )
    let page = WanderPage(report).text
    #expect(!report.found.isEmpty)
    #expect(!page.contains("<script") && page.contains("&lt;script"))
    #expect(!Self.acts(page), "\(page.debugDescription)")
  }

  @Test func `only terminals get colours`() async throws {
    let report = try await Self.report(Self.hostile)
    let text = WanderText(ReportStyle(isColoured: true, width: 80))
    #expect(text.lines(of: report).joined().contains("\u{1B}["))
    #expect(!Self.text(of: report).contains("\u{1B}"))
  }
}
