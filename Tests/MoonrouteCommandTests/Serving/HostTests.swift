#if Command && LinkService
import Foundation
import MessageStream
import TestSupport
import Testing

/// `moonroute host`: links resolved over HTTP.
@Suite(.timeLimit(.minutes(10))) struct HostTests {
  private static func main(_ name: String) -> String {
    "router.route { name = \"\(name)\", path = \"/a\", view = \"A\" }"
  }

  private static func answer(_ path: String, port: Int) async throws -> RawAnswer {
    let client = try RawClient(port: port)
    try await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
    return try await client.answer()
  }

  @Test func `links are answered until a signal, which finishes running requests`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write(["main.lua": Self.main("one")])
    let run = try WatchRun(
      ["--port", "0", "--json", "--drain", "0", "--poll", scratch.folder.path],
      of: "host",
      in: scratch.folder
    )
    let line = try #require(await run.line(with: "{\"url\""))
    let port = try #require(try JSON(reading: line)["port"].int)
    let first = try JSON(reading: try await Self.answer("/v1/resolve?link=/a", port: port).body)
    #expect(first["name"].text == "one")
    try Data(Self.main("two").utf8).write(to: scratch["main.lua"], options: .atomic)
    var name: String?
    while name != "two" {
      let answer = try await Self.answer("/v1/resolve?link=/a", port: port)
      #expect(answer.status == 200)
      name = try JSON(reading: answer.body)["name"].text
    }
    #expect(await run.interrupt(isTermination: true) == 0)
  }

  @Test(arguments: [
    (["--port", "65536"], 2, "Error: --port takes 0 to 65535, but got 65536."),
    (["--drain=-1"], 2, "Error: --drain takes 0 to 3600 seconds, but got -1.0."),
    (["--storage", "x"], 2, "Error: 'host' keeps resources in memory. Leave out --storage."),
    (["syntax"], 3, "error"),
  ])
  func `wrong usage is explained`(
    arguments: [String],
    status: Int32,
    message: String
  ) async throws {
    let run = try await CommandRun.moonroute(["host"] + arguments)
    #expect(run.status == status)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
#endif
