import Foundation
import ScriptTesting
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct ReporterTests {
  static let spec = """
    describe("d & <e>", function()
      it("holds", function() print("said") end)
      it('fails "so"', function() assert.are.equal(1, 2) end)
      it("breaks", function() print("x", 1) error("\\1 ]]> broken") end)
      pending("waits")
    end)
    """

  private func report(_ format: SpecFormat) async throws -> String {
    let folder = try TextFolder(["a_spec.lua": Self.spec])
    let texts = Texts()
    let printer = SpecPrinter(format.makeReporter()) { texts.add($0) }
    printer.begin(SpecRunInfo())
    printer.end(await SpecRunner().run([folder("a_spec.lua")]) { printer.report($0) })
    return texts.all.replacingOccurrences(of: folder.path + "/", with: "")
  }

  @Test func `junit is well-formed and matches its schema`() async throws {
    let text = try await report(.junit)
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    #expect(reader.problems == [])
    #expect(reader.counts == ["testcase": 4, "failure": 1, "error": 1, "skipped": 1])
    #expect(text.contains(">a_spec.lua:3\n  The values are not equal."))
  }

  private static let repeated = """
    local n = 0
    it("flaky", function() n = n + 1 assert.equal(2, n) end)
    local m = 0
    it("broken", function() m = m + 1 if m < 2 then error("first") end end)
    it("fails", function() assert.equal(1, 2) end)
    it("errs", function() error("no") end)
    pending("later")
    """

  private func report(_ format: SpecFormat, of spec: String) async throws -> String {
    let folder = try TextFolder(["a_spec.lua": spec])
    let texts = Texts()
    let printer = SpecPrinter(format.makeReporter(hidesPending: true)) { texts.add($0) }
    var runner = SpecRunner()
    runner.selection.retries = 1
    printer.begin(SpecRunInfo())
    printer.end(await runner.run([folder("a_spec.lua")]) { printer.report($0) })
    return texts.all.replacingOccurrences(of: folder.path + "/", with: "")
  }

  @Test func `junit distinguishes failed tries from errors, and counts suppressed tests`()
    async throws
  {
    let text = try await report(.junit, of: Self.repeated)
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    #expect(parser.parse() && reader.problems == [], "\(reader.problems)")
    #expect(
      reader.counts == [
        "testcase": 4, "failure": 1, "error": 1, "flakyFailure": 1, "flakyError": 1,
        "rerunFailure": 1, "rerunError": 1,
      ]
    )
    #expect(text.contains("<testsuites tests=\"5\" failures=\"1\" errors=\"1\""))
    #expect(text.contains(" tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"1\""))
    #expect(text.contains("a_spec.lua:6: no\" type=\"error\">"))
  }

  @Test func `gtest counts suppressed tests in the file and in the run`() async throws {
    let text = try await report(.gtest, of: Self.repeated)
    #expect(text.contains("5 tests from a_spec.lua ("))
    #expect(text.contains("5 tests from 1 test file ran. ("))
    #expect(!text.contains("later"))
  }

  @Test func `tap and github show a test that passes only on a retry`() async throws {
    let words = "flaky: it passed on try 2 of 2"
    let tap = try await report(.tap, of: Self.repeated)
    #expect(tap.hasPrefix("ok 1 - flaky\n# warning: \(words)\nok 2 - broken\n"), "\(tap)")
    let github = try await report(.github, of: Self.repeated)
    let warning = "::warning file=a_spec.lua,line=2,title=flaky::\(words)\n"
    #expect(github.hasPrefix(warning), "\(github)")
  }

  @Test func `json has one object for each test and one for the numbers`() async throws {
    let lines = try await report(.json).split(separator: "\n")
    let objects = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(
      objects.compactMap { $0["status"] as? String } == ["success", "failure", "error", "pending"]
    )
    let summary = try #require(objects.last?["summary"] as? [String: Any])
    #expect(summary["failures"] as? Int == 1)
    #expect(summary["pending"] as? Int == 1)
  }

  @Test func `tap numbers each test and ends with the plan`() async throws {
    let lines = try await report(.tap).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(
      lines == [
        "ok 1 - d & <e> holds", "not ok 2 - d & <e> fails \"so\"", "not ok 3 - d & <e> breaks",
        "ok 4 - # SKIP d & <e> waits", "1..4",
      ]
    )
  }

  @Test func `plain shows a mark for each test, the numbers, and the failures`() async throws {
    let text = try await report(.plain)
    #expect(text.contains("  Output:\n    x\t1\n"))
    #expect(text.hasPrefix("+-*.\n1 success / 1 failure / 1 error / 1 pending : "))
    #expect(
      text.contains(
        """
        Failure a_spec.lua:3
        d & <e> fails "so"
          The values are not equal.
          Expected: 1
          Actual:   2
          a_spec.lua:3: it('fails "so"', function() assert.are.equal(1, 2) end)
        """
      )
    )
  }

  @Test func `github annotates the failing line`() async throws {
    let lines = try await report(.github).split(separator: "\n")
    #expect(lines.first?.hasPrefix("::error file=a_spec.lua,line=3,title=d & <e> fails") == true)
    #expect(lines.first?.contains("%0A") == true)
  }

  @Test func `gtest names each test at its start and at its end`() async throws {
    let text = try await report(.gtest)
    #expect(text.contains("[ RUN      ] a_spec.lua:2: d & <e> holds\n[       OK ] a_spec.lua:2:"))
    #expect(text.contains("[  PASSED  ] 1 test.\n"))
    #expect(text.hasSuffix("\n 1 SKIPPED TEST\n 1 FAILED TEST\n 1 ERROR\n"))
  }
}
