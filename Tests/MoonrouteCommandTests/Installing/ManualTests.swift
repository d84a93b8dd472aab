#if Command
import Foundation
import Testing

/// The manual page covers everything that the command accepts.
struct ManualTests {
  @Test func `the manual page has every command, every argument and every option`() async throws {
    let page = try await CommandRun.moonroute(["help", "--manual"])
    #expect(page.status == 0)
    let dump = try await CommandRun.moonroute(["--experimental-dump-help"])
    let root = try #require(try fields(dump.output)["command"] as? [String: Any])
    let commands = try #require(root["subcommands"] as? [[String: Any]])
    #expect(commands.count >= 8)
    var count = 0
    var names: Set<String> = []
    for command in commands {
      let name = try #require(command["commandName"] as? String)
      // The argument parser has its own 'help' in addition to ours.
      guard names.insert(name).inserted else { continue }
      let section = try #require(Self.section(of: name, in: page.output), "\(name)")
      for option in Self.spellings(of: command) {
        count += 1
        #expect(section.contains(option), "\(name) \(option)")
      }
    }
    #expect(count > 150)
  }

  @Test func `every line of the manual page is text or a known macro`() async throws {
    let page = try await CommandRun.moonroute(["help", "--manual"])
    let macros: Set<Substring> = [
      ".TH", ".nh", ".ad", ".SH", ".SS", ".PP", ".TP", ".br", ".RS", ".RE", ".nf", ".fi",
    ]
    #expect(page.lines.count > 300)
    for line in page.lines where line.hasPrefix(".") {
      #expect(macros.contains(line.prefix { $0 != " " }), "\(line)")
    }
    #expect(page.output.utf8.count == page.output.unicodeScalars.count)
    for section in ["EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO"] {
      #expect(page.lines.contains(".SH \(section)"), "\(section)")
    }
  }

  @Test func `man formats the page without a warning`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let page = try await CommandRun.moonroute(["help", "--manual"])
    try Data(page.output.utf8).write(to: scratch["moonroute.1"])
    let line =
      "command -v groff >/dev/null || exit 0; groff -man -Tutf8 -ww -z moonroute.1 2>&1"
    let reading = try await CommandRun.shell(line, in: scratch.folder)
    #expect(reading.status == 0)
    #expect(reading.output.isEmpty, "\(reading.output)")
  }

  /// The section of the page about a command.
  private static func section(of command: String, in page: String) -> String? {
    guard let start = page.firstRange(of: ".SS moonroute \(command)\n") else { return nil }
    let rest = page[start.upperBound...]
    let ends = [".SS ", ".SH "].compactMap { rest.firstRange(of: "\n\($0)")?.lowerBound }
    return String(rest[..<(ends.min() ?? rest.endIndex)])
  }

  /// The options of a command as written on the page, and the names of its arguments.
  private static func spellings(of command: [String: Any]) -> [String] {
    let shown = (command["arguments"] as? [[String: Any]] ?? [])
      .filter { $0["shouldDisplay"] as? Bool == true }
    return shown.flatMap { argument -> [String] in
      let value = argument["valueName"] as? String ?? ""
      guard argument["kind"] as? String != "positional" else { return ["\\fI\(value)\\fR"] }
      guard !["help", "version"].contains(value) else { return [] }
      return (argument["names"] as? [[String: String]] ?? [])
        .map { name in
          let hyphens = name["kind"] == "long" ? "\\-\\-" : "\\-"
          return hyphens + (name["name"] ?? "").replacingOccurrences(of: "-", with: "\\-")
        }
    }
  }
}
#endif
