#if Command
import Foundation
import ScriptReports
import Testing

/// The links between the HTML reports in a folder, written as by a user.
@Suite(.timeLimit(.minutes(10))) struct ReportFolderTests {
  private static let main = """
    router.guard("staff", function() return session.user ~= nil, "staff only" end)
    router.route { name = "staff", path = "/staff", view = "Staff" }

    """

  private static let spec = """
    it("is closed", function() assert.intercepted(router.open("/staff")) end)

    """

  /// The commands, each with the report that it writes.
  private static let commands: [(report: HTMLReport, arguments: [String])] = [
    (.routes, ["doc", "--format", "html", "--output-file", "routes.html"]),
    (.specs, ["test", "--format", "html", "--output-file", "specs.html"]),
    (.coverage, ["test", "--coverage=html", "--coverage-file", "coverage.html"]),
    (.changes, ["test", "--mutate", "--format", "html", "--output-file", "changes.html"]),
    (.wander, ["wander", "--steps", "20", "--format", "html", "--output-file", "wander.html"]),
    (.access, ["access", "--format", "html", "--output-file", "access.html"]),
  ]

  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(
      at: scratch["spec"],
      withIntermediateDirectories: true
    )
    try Data(Self.main.utf8).write(to: scratch["main.lua"])
    try Data(Self.spec.utf8).write(to: scratch["spec/staff_spec.lua"])
  }

  private func links(of name: String) throws -> [String] {
    let text = try String(contentsOf: scratch[name], encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("<nav class=\"reports\"") } ?? ""
    return line.split(separator: "href=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }

  @Test func `six reports in a folder link to each other, in any order of the commands`()
    async throws
  {
    defer { scratch.remove() }
    for (index, command) in Self.commands.enumerated() {
      let run = try await CommandRun.moonroute(command.arguments, in: scratch.folder)
      #expect(run.status != 2, "\(command): \(run.errors)")
      let present = Self.commands.prefix(index + 1).map(\.report)
      for report in present {
        let others = HTMLReport.allCases.filter { present.contains($0) && $0 != report }
        #expect(try links(of: report.fileName) == others.map(\.fileName), "after \(command)")
      }
    }
    let run = try await CommandRun.moonroute(Self.commands[5].arguments, in: scratch.folder)
    #expect(run.output.isEmpty)
    let page = try String(contentsOf: scratch["access.html"], encoding: .utf8)
    #expect(page.contains("stopped: staff only"))
  }

  @Test func `only a report under its usual name gets and has links to it`() async throws {
    defer { scratch.remove() }
    let own = Data("<!doctype html>\nmine".utf8)
    try own.write(to: scratch["wander.html"])
    func access(_ name: String) async throws {
      let arguments = ["access", "--format", "html", "--output-file", name]
      _ = try await CommandRun.moonroute(arguments, in: scratch.folder)
    }
    _ = try await CommandRun.moonroute(Self.commands[0].arguments, in: scratch.folder)
    try await access("mine.html")
    #expect(try links(of: "mine.html") == ["routes.html"])
    #expect(try links(of: "routes.html") == [])
    try await access("access.html")
    #expect(try links(of: "routes.html") == ["access.html"])
    #expect(try Data(contentsOf: scratch["wander.html"]) == own)
  }

  @Test(arguments: [
    ["access", "--output-file", "a.html"], ["doc", "--output-file", "a.html"],
    ["wander", "--output-file", "a.html"],
  ])
  func `a file without a page is refused with the missing option`(arguments: [String]) async throws
  {
    defer { scratch.remove() }
    let run = try await CommandRun.moonroute(arguments, in: scratch.folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("--output-file takes an HTML page. Add --format html."))
    #expect(!FileManager.default.fileExists(atPath: scratch["a.html"].path))
  }
}
#endif
