#if Command
import Foundation
import Testing

/// Locations that arrive line by line, with any bytes.
struct StandardInputTests {
  private func locations(of input: some Sequence<UInt8>) async throws -> [String] {
    let run = try await CommandRun.moonroute(["run", "plain", "-", "--json"], input: input)
    return try run.lines.dropLast().map { try fields($0)["location"] as? String ?? "?" }
  }

  @Test(arguments: [
    ("", []), ("\n", []), ("/", ["/"]), ("/\n", ["/"]), ("/\n\n/a", ["/", "/a"]),
    ("\n \n\t\n", []), ("/a\r\n/b\r\n", ["/a", "/b"]), ("茶\n", ["茶"]),
    ("a\0b\n", ["a\0b"]), (" / \n", [" / "]), ("# links\n/a#b\n  # more\n#\n", ["/a#b"]),
  ])
  func `a line is a location unless it is empty or a comment`(
    input: String,
    expected: [String]
  ) async throws {
    #expect(try await locations(of: input.utf8) == expected)
  }

  @Test func `all broken links get an answer`() async throws {
    let run = try await CommandRun.moonroute(
      ["run", "examples/shop", "-", "--json"],
      input: "/\na\nmyapp:a\n//\n%\n/%ff\n".utf8,
      in: Place.root
    )
    #expect(run.status == 1)
    #expect(run.lines.count == 7)
    let statuses = try run.lines.dropLast().map { try fields($0)["status"] as? String }
    #expect(statuses == ["opened", "fell_back", "not_found", "opened", "fell_back", "failed"])
    #expect(run.lines[6].hasPrefix("{\"stage\":{"))
  }

  @Test func `bytes that are not UTF-8 are not a location`() async throws {
    let run = try await CommandRun.moonroute(
      ["run", "plain", "-", "--json"],
      input: [0x2F, 0xFF, 0x0A, 0xC3, 0x0A, 0xED, 0xA0, 0x80]
    )
    #expect(run.lines.count == 4)
    for line in run.lines.dropLast() {
      let error = try fields(line)["error"] as? [String: Any]
      #expect(error?["code"] as? String == "bad_location")
    }
    #expect(try fields(run.lines[0])["location"] as? String == "/%FF")
  }

  @Test func `arguments can contain bytes that are not UTF-8`() async throws {
    let line = #"moonroute run plain "$(printf '/\377')" --json"#
    let run = try await CommandRun.shell(line)
    #expect(run.status == 1)
    #expect(try fields(run.lines[0])["location"] as? String == "/%FF")
  }

  @Test func `a line of any length gets an answer, and the next one is read`() async throws {
    let long = Data(repeating: UInt8(ascii: "a"), count: 3 << 20)
    let run = try await CommandRun.moonroute(
      ["run", "plain", "-", "--json"],
      input: Data("/\n/".utf8) + long + Data("\n/page/1\n".utf8)
    )
    let statuses = try run.lines.dropLast().map { try fields($0)["status"] as? String }
    #expect(statuses == ["opened", "failed", "opened"])
    #expect(run.errors == "moonroute: a line is longer than 1 MiB; only its beginning is read\n")
  }

  @Test func `many lines are read in order`() async throws {
    let input = (0..<2_000).map { "/sum/\($0)/1\n" }.joined()
    let run = try await CommandRun.moonroute(["run", "plain", "-", "--json"], input: input.utf8)
    #expect(run.status == 0)
    let values = try run.lines.dropLast().map { try fields($0)["value"] as? Int }
    #expect(values == (0..<2_000).map { $0 + 1 })
  }

  @Test func `lines and arguments are processed in order`() async throws {
    let run = try await CommandRun.moonroute(
      ["run", "plain", "/sum/1/1", "-", "/sum/3/3", "--json"],
      input: "/sum/2/2\n".utf8
    )
    let values = try run.lines.dropLast().map { try fields($0)["value"] as? Int }
    #expect(values == [2, 4, 6])
  }

  @Test func `a closed output pipe ends the command`() async throws {
    let run = try await CommandRun.shell("yes / | moonroute run plain - --json | head -n 2")
    #expect(run.lines.count == 2)
  }

  @Test(.timeLimit(.minutes(10)))
  func `each line gets its answer before the next one is read`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let run = try await CommandRun.shell(
      """
      mkfifo in out
      moonroute run '\(Place.fixtures.path)/plain' - --json <in >out &
      exec 3>in 4<out
      echo /sum/1/1 >&3
      read -r first <&4
      echo /sum/2/2 >&3
      read -r second <&4
      exec 3>&-
      wait
      echo "$first"
      echo "$second"
      """,
      in: scratch.folder
    )
    let values = try run.lines.map { try fields($0)["value"] as? Int }
    #expect(values == [2, 4])
  }
}
#endif
