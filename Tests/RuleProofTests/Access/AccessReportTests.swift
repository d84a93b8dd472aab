import Foundation
import MessageStream
import ScriptReports
import Testing
import TextTools

@testable import Rehearsal

@Suite struct AccessReportTests {
  private static let main = """
    router.route { name = "home", path = "/", view = "Home" }
    router.route { path = "/old", redirect = "/" }
    router.route { path = "/=x|%3Cb%3E", view = "B" }
    router.route { name = "login", path = "/login", view = "Login" }
    router.route { name = "orders", path = "/orders", view = "Orders", redirect = function()
      return session.user ~= nil or router.to("login", nil, { back = "/orders" })
    end }
    router.guard("staff", function() return session.user == "jonas", "staff, only" end)
    router.route { name = "staff", path = "/staff", view = "Staff" }
    router.route { path = "/shut", view = "S", redirect = function() return false, "we moved" end }
    router.route { path = "/bad", action = function() error("broken") end }
    router.route { path = "/x/:code(ZZ\\\\d)", view = "X" }
    """
  private static let personas = """
    return { jonas = { session = { user = "jonas" } }, mei = { session = { user = "mei" } }, visitor = {} }
    """

  private func table(varying: [String] = []) async throws -> AccessTable {
    let scripts = ProofScripts.of(["main.lua": Self.main, "personas.lua": Self.personas])
    return try await AccessRun(scripts).table(varying: varying.compactMap(AccessFlag.init))
  }

  @Test func `the text groups equal results, and names the rules that differ`()
    async throws
  {
    let lines = AccessReport(try await table(), ReportStyle(isColoured: false, width: 80)).lines
    #expect(
      lines.joined(separator: "\n") == """
        8 routes, as jonas, mei and visitor

        Open to everybody
          /              home
          /=x%7C%3Cb%3E  /=x|%3Cb%3E
          /login         login

        Redirected for everybody
          /old  → /

        Depends on the person
          by the redirect of 'orders', main.lua:5
                     jonas          mei            visitor
            /orders  opens          opens          → /login?back
          by the guard of 'staff', main.lua:8
                     jonas          mei            visitor
            /staff   opens          stopped        stopped
                mei and visitor: staff, only
          opens: the page is shown, or the action runs; →: sent there instead; stopped:
          a rule forbids it

        Closed to everybody
          /shut  we moved

        Not tried: no known location for the route
          /x/:code(ZZ\\d)  main.lua:12
          Give the route samples = { { … } } with its parameters.

        Failures
          /bad
            script_error: broken (main.lua:11)

        Failures at 1 of 8 locations.
        """
    )
  }

  @Test func `people with equal results for all flags are merged`() async throws {
    let report = AccessReport(
      try await table(varying: ["a=1,2", "b=1,2"]),
      ReportStyle(isColoured: false, width: 80)
    )
    #expect(report.lines.contains("      stopped: mei and visitor"))
  }

  @Test func `only terminals get colours`() async throws {
    let table = try await table()
    let plain = AccessReport(table, ReportStyle(isColoured: false, width: 80)).lines
    let coloured = AccessReport(table, ReportStyle(isColoured: true, width: 80)).lines
    #expect(!plain.joined().contains("\u{1B}"))
    #expect(coloured.joined().contains("\u{1B}[32mopens"))
    #expect(coloured.count == plain.count)
  }

  @Test func `without personas, the text explains how to write them`() async throws {
    let table = try await AccessRun(
      ProofScripts.of(["main.lua": "router.route { path = '/', view = 'A' }"])
    )
    .table()
    let text = AccessReport(table, ReportStyle(isColoured: false, width: 200)).lines
      .joined(separator: "\n")
    #expect(text.hasPrefix("1 route, as anybody\n"))
    #expect(
      text.contains(
        "Define people in personas.lua, next to main.lua, for example:\n  return { visitor = {}, "
      )
    )
  }

  @Test func `comma-separated values contain no formula`() async throws {
    let rows = AccessSheet(try await table()).csv.components(separatedBy: "\r\n")
    #expect(rows[0] == "route,pattern,location,jonas,mei,visitor")
    #expect(
      rows.contains(#"staff,/staff,/staff,opens,"stopped: staff, only","stopped: staff, only""#)
    )
    #expect(rows.contains { $0.hasPrefix(#",/old,/old,sent to /"#) })
    #expect(!rows.contains { $0.split(separator: ",").contains { $0.hasPrefix("=") } })
  }

  @Test func `markdown and pages contain no markup of scripts`() async throws {
    let table = try await table()
    let markdown = AccessSheet(table).markdown
    #expect(markdown.hasPrefix("| location | route | jonas | mei | visitor |\n| --- | --- |"))
    #expect(!markdown.contains("<b>"))
    let page = AccessPage(table, of: "<shop>").text
    #expect(page.contains("&lt;shop&gt; · 8 locations · 3 people"))
    #expect(!page.contains("<b>") && !page.contains("<shop>"))
    #expect(page.contains("color-scheme: light dark"))
    #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"))
  }

  @Test func `no format of a table interprets a script's text`() async throws {
    let scripts = ProofScripts.of([
      "main.lua": #"""
      local evil = "\27[31m</td><script>\n  root: opens\n|=1+1\u{202E}"
      router.route { name = "n" .. evil:gsub("[/:]", ""), path = "/a", view = "A", redirect = function()
        return false, evil
      end }
      router.route { path = "/b", action = function() error(evil) end }
      """#,
      "personas.lua":
        #"return { ["mei\27[0m: opens\n<b>"] = {}, visitor = { session = { n = 1 } } }"#,
    ])
    let table = try await AccessRun(scripts).table()
    let snapshot = AccessSnapshot(of: table)
    let other = try AccessSnapshot(parsing: "/a (x)\n  y: opens\n")
    let style = ReportStyle(isColoured: false, width: 80)
    let forms = [
      AccessReport(table, style).lines.joined(separator: "\n"), AccessSheet(table).csv,
      AccessSheet(table).markdown, AccessPage(table, of: "x").text, snapshot.text,
      AccessDifferenceReport(AccessDifference(from: other, to: table)).text,
      table.json.map(\.line).joined(separator: "\n"),
    ]
    for form in forms {
      #expect(!form.unicodeScalars.contains { $0.isHarmful && $0 != "\n" && $0 != "\r" }, "\(form)")
      #expect(!form.contains("\n  root: opens"))
    }
    #expect(!forms[2].contains("<script>") && !forms[3].contains("<script>"))
    #expect(try AccessSnapshot(parsing: snapshot.text) == snapshot)
    #expect(snapshot.people.count == 2)
  }

  @Test func `json has a value for each cell`() async throws {
    let lines = try await table().json.map(\.line)
    #expect(lines.count == 8 * 3 + 1)
    #expect(
      lines.contains(
        """
        {"name":"staff","pattern":"/staff","file":"main.lua","line":9,"location":"/staff",\
        "persona":"mei","flags":{},"access":"stopped","status":"intercepted","route":"staff",\
        "target":null,"reason":"staff, only","code":null,"finding":false,\
        "decided_by":{"step":"guard","name":"staff","file":"main.lua","line":8}}
        """
      )
    )
  }

  @Test func `equal rules give equal bytes`() async throws {
    let first = AccessSheet(try await table()).csv
    for _ in 0..<3 { #expect(AccessSheet(try await table()).csv == first) }
  }
}
