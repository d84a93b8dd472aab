#if Command
import Foundation
import Testing

/// Every example that needs no surrounding program runs.
struct ExampleTests {
  @Test func `there are examples`() {
    #expect(Place.examples.contains("shop"))
    #expect(Place.examples.contains("github"))
  }

  @Test(arguments: Place.examples)
  func `all links of an example get an answer`(name: String) async throws {
    let links = try Data(
      contentsOf: Place.root.appendingPathComponent("examples/\(name)/links.txt")
    )
    let lines = links.split(separator: UInt8(ascii: "\n"))
    let count = lines.count { $0.first != UInt8(ascii: "#") }
    let run = try await CommandRun.moonroute(
      ["run", "examples/\(name)", "-", "--json"],
      input: links,
      in: Place.root
    )
    #expect(run.status == 0 || run.status == 1)
    #expect(run.lines.count == count + 1)
    for line in run.lines.dropLast() { #expect(try fields(line)["status"] is String) }
    let text = try await CommandRun.moonroute(
      ["run", "examples/\(name)", "-"],
      input: links,
      in: Place.root
    )
    #expect(text.status == run.status)
    #expect(text.output.contains("\nwindow"))
  }

  @Test func `an example shows each of the seven outcomes`() async throws {
    let links = try Data(
      contentsOf: Place.root.appendingPathComponent("examples/outcomes/links.txt")
    )
    let run = try await CommandRun.moonroute(
      ["run", "examples/outcomes", "-", "--json"],
      input: links,
      in: Place.root
    )
    let statuses = try run.lines.dropLast().map { try fields($0)["status"] as? String }
    #expect(
      statuses == [
        "opened", "handled", "intercepted", "not_found", "failed", "cancelled", "fell_back",
      ]
    )
  }

  @Test(arguments: Place.examples)
  func `an example loads without errors`(name: String) async throws {
    let run = try await CommandRun.moonroute(["check", "examples/\(name)"], in: Place.root)
    #expect(!run.output.contains(": error: "), "\(run.output)")
  }
}
#endif
