import Foundation
import ScriptTesting
import TestSupport
import Testing
import TextTools

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The name and the messages of a spec cannot forge parts of any report.
@Suite struct ForgeryTests {
  /// Texts to try, in Lua syntax.
  static let attempts = [
    #"a\nb"#, #"a\r\nok 7 - forged"#, #"\27[2J\27]0;x\7"#, #"\u{85}\u{9B}31m"#, #"\127"#,
    #"a\u{2028}b\u{2029}c"#, #"\u{202E}txet\u{2066}\u{200F}\u{61C}"#,
    #"\n::error file=x::forged"#, #"::error file=x::forged"#, #"##[error]forged"#,
    #"]]></failure><testcase name='x'/>"#, #"a\255\254b"#, #"# SKIP it"#, ##"a \\# TODO"##,
    #"\nSF:/etc/passwd\nend_of_record"#,
  ]

  /// Each text with each report for `make soak`; otherwise a third of the texts with each report.
  static let reports = SpecFormat.allCases.enumerated()
    .flatMap { index, format in
      attempts.enumerated().filter { TestScale.isSoak || ($0.offset + index) % 3 == 0 }
        .map { (format, $0.element) }
    }

  private func report(_ format: SpecFormat, name: String, message: String) async throws -> String {
    let folder = try TextFolder([
      "a_spec.lua": """
      local name, message = "\(name)", "\(message)"
      it("x" .. name, function() print(message) error(message) end)
      pending("y" .. name)
      it("z" .. name, function() print(message) end)
      """
    ])
    let texts = Texts()
    let printer = SpecPrinter(format.makeReporter(isVerbose: true)) { texts.add($0) }
    printer.begin(SpecRunInfo())
    printer.end(await SpecRunner().run([folder("a_spec.lua")]) { printer.report($0) })
    return texts.all.replacing(folder.path + "/", with: "")
  }

  @Test(arguments: reports)
  func `no report interprets a spec's text`(format: SpecFormat, attempt: String) async throws {
    let text = try await report(format, name: attempt, message: attempt)
    for scalar in text.unicodeScalars {
      let isHarmful =
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
      #expect(!isHarmful, "\(scalar.escaped(asASCII: true)) in \(text.debugDescription)")
    }
    for line in text.split(separator: "\n") {
      let line = line.drop { $0 == " " }
      #expect(!line.hasPrefix("::") || line.hasPrefix("::error file=a_spec.lua,"), "\(line)")
      #expect(format == .json || !line.contains("##["), "\(line)")
    }
  }

  @Test(arguments: reports)
  func `a name is on one line`(format: SpecFormat, attempt: String) async throws {
    let usual = try await report(format, name: "name", message: "m").split(separator: "\n")
    let lines = try await report(format, name: attempt, message: "m").split(separator: "\n")
    #expect(lines.count == usual.count, "\(lines)")
  }

  @Test(arguments: attempts)
  func `junit stays well-formed`(attempt: String) async throws {
    let text = try await report(.junit, name: attempt, message: attempt)
    let parser = XMLParser(data: Data(text.utf8))
    let reader = JUnitReader()
    parser.delegate = reader
    #expect(parser.parse())
    #expect(reader.counts["testcase"] == 3)
  }

  @Test(arguments: [
    "a\n::error::b", "\u{1B}[2J\u{9B}31m", "\u{202E}\r", String(repeating: "x", count: 500),
  ])
  func `the progress is one line, whatever a file is called`(name: String) {
    var progress = SpecProgress(fileCount: 2)
    progress.note(.began("\(name)_spec.lua"))
    let line = progress.line(after: .seconds(7), columns: 60)
    #expect(line.hasPrefix("0 of 2 files · 0 tests · 7 s · "))
    #expect(line.count < 60 && !line.unicodeScalars.contains(where: \.isHarmful), "\(line)")
    progress.note(.finished("\(name)_spec.lua", [], .zero))
    #expect(progress.line(after: .seconds(8), columns: 60) == "1 of 2 files · 0 tests · 8 s")
  }

  /// The distinct tags of a page.
  private static func tags(_ page: String) -> Set<String> {
    Set(page.matches(of: /<[^>]*>/).map { String($0.0) })
  }

  /// The characters that would add a tag or an attribute to a page.
  private static let pageAttempts =
    attempts + [
      "<script>alert(1)</script>", "</pre></style></main><img src=x onerror=alert(1)>",
      #"\" onclick=\"alert(1)"#, "&lt;b&gt;<!-- ", "<b\u{301}>",
    ]

  @Test(arguments: pageAttempts)
  func `the page of a run contains no tag from a test`(attempt: String) async throws {
    let usual = try await report(.html, name: "name", message: "m\\nn")
    let page = try await report(.html, name: attempt, message: attempt)
    #expect(Self.tags(page).subtracting(Self.tags(usual)).isEmpty)
    #expect(page.count { $0 == "<" } >= usual.count { $0 == "<" } - 8, "the page is whole")
  }

  @Test(arguments: pageAttempts)
  func `the page of a coverage contains no tag from a script`(attempt: String) async throws {
    func page(_ text: String) async throws -> String {
      let folder = try TextFolder([
        "main.lua": """
        router.route { name = "n", path = "/a", action = function() return "\(text)" end }
        -- \(text)
        """,
        "spec/a_spec.lua": "it('a', function() assert.handled(router.open('/a')) end)",
      ])
      var runner = SpecRunner()
      runner.coverage = SpecCoverage()
      _ = await runner.run([folder("spec/a_spec.lua")]) { _ in }
      let text = CoverageFormat.html.text(of: try #require(runner.coverage))
      return text.replacing(folder.path, with: "")
    }
    let (usual, hostile) = (try await page("text"), try await page(attempt))
    #expect(Self.tags(hostile).subtracting(Self.tags(usual)).isEmpty)
    #expect(hostile.contains("function() return &quot;"), "the script is on the page")
  }

  @Test(arguments: attempts)
  func `tap has one line for each test`(attempt: String) async throws {
    let lines = try await report(.tap, name: attempt, message: attempt).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("ok ") } == 2)
    #expect(lines.count { $0.hasPrefix("not ok ") } == 1)
    let directives = lines.filter { !$0.hasPrefix("#") && $0.contains(" # ") }
    #expect(directives.count == 1, "the pending one")
  }

  @Test(arguments: CoverageFormat.allCases, attempts)
  func `names of routes stay unchanged in coverage`(
    format: CoverageFormat,
    attempt: String
  ) async throws {
    let folder = try TextFolder([
      "main.lua": """
      router.route { name = "n\(attempt)", path = "/a", action = function() end }
      -- \u{202E}\u{9B}<b>
      """,
      "spec/a_spec.lua": "it('a', function() assert.opens('/a') end)",
    ])
    var runner = SpecRunner()
    runner.coverage = SpecCoverage()
    _ = await runner.run([folder("spec/a_spec.lua")]) { _ in }
    let coverage = try #require(runner.coverage)
    let text = format.text(of: coverage)
    #expect(!text.unicodeScalars.contains { (0x7F..<0xA0).contains($0.value) })
    #expect(!text.unicodeScalars.contains { [0x202E, 0x2028, 0x1B, 0x0D].contains($0.value) })
    // An application with rejected names does not load, and has no record.
    let lines = text.split(separator: "\n")
    let records = lines.filter { $0.hasPrefix("SF:") }
    #expect(records.count == lines.count { $0 == "end_of_record" })
    #expect(records.allSatisfy { $0 == "SF:\(folder("main.lua"))" })
  }

  @Test(arguments: attempts)
  func `a handler in Lua gets escaped text`(attempt: String) async throws {
    let folder = try TextFolder([
      "a_spec.lua": """
      local name, message = "\(attempt)", "\(attempt)"
      it("x" .. name, function() error(message) end)
      """,
      "handler.lua": """
      return function(options)
        local busted = require "busted"
        local handler = require "busted.outputHandlers.base"()
        busted.subscribe({ "error" }, function(element, parent, message, trace)
          io.write("name " .. handler.getFullName(element) .. "\\n")
          io.write("message " .. tostring(message) .. "\\n")
        end)
        return handler
      end
      """,
    ])
    let reporter = try ScriptReporter(path: folder("handler.lua"))
    let texts = Texts()
    let printer = SpecPrinter(reporter) { texts.add($0) }
    printer.begin(SpecRunInfo())
    printer.end(await SpecRunner().run([folder("a_spec.lua")]) { printer.report($0) })
    let text = texts.all
    #expect(text.contains("name x") && text.contains("message "), "\(text)")
    #expect(text.split(separator: "\n").count { $0.hasPrefix("name ") } == 1, "\(text)")
    for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\t" {
      #expect(!scalar.isHarmful, "\(scalar.escaped(asASCII: true)) in \(text.debugDescription)")
    }
    #expect(!text.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("::") })
  }
}
