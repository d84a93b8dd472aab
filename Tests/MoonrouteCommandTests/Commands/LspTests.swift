#if Command
import Foundation
import Testing

@testable import MessageStream

/// `moonroute lsp`, started as by an editor.
@Suite struct LspTests {
  private func frames(_ messages: [String]) -> Data {
    Data(messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined().utf8)
  }

  private static let begin =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#

  @Test func `an orderly shutdown ends with status 0`() async throws {
    let input = frames([
      Self.begin, #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#, "{",
      #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
    ])
    let run = try await CommandRun.moonroute(["lsp", "--stdio"], input: input)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output.contains(#""serverInfo":{"name":"moonroute"}"#))
    #expect(run.output.contains(#""code":-32700"#))
    #expect(run.output.hasSuffix(#"{"jsonrpc":"2.0","id":2,"result":null}"#))
  }

  @Test(arguments: ["", "GET / HTTP/1.1\r\n\r\n", "Content-Length: 9\r\n\r\n{"])
  func `an unexpected end is status 1`(_ text: String) async throws {
    let run = try await CommandRun.moonroute(["lsp"], input: frames([Self.begin]) + Data(text.utf8))
    #expect(run.status == 1)
  }

  @Test func `a lens says how a route differs from a commit`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let home = #"router.route { name = "home", path = "/", view = "Home" }"#
    try scratch.write(["main.lua": home])
    let commit = "git -c user.name=a -c user.email=a@b.c commit -q --no-gpg-sign -m a"
    let git = try await CommandRun.shell(
      "git init -q -b main . && git add -A && \(commit)",
      in: scratch.folder
    )
    try #require(git.status == 0)
    try scratch.write(["main.lua": home.replacing("Home", with: "Start")])
    let process = try MessageProcess(["lsp"], in: scratch.folder)
    defer { process.terminate() }
    let connection = process.connection
    func send(_ method: String, _ params: JSON, id: Int? = nil) {
      connection.send(
        .present(
          ("id", id.map(JSON.int) ?? .null),
          ("method", .text(method)),
          ("params", params)
        )
      )
    }
    func next(where fits: (JSON) -> Bool) async throws -> JSON {
      while true {
        guard case .message(let message) = await connection.next() else {
          throw CocoaError(.fileReadUnknown)
        }
        if fits(message) { return message }
      }
    }
    let params = #"""
      {"initializationOptions":{"diff":"HEAD"},
       "capabilities":{"workspace":{"codeLens":{"refreshSupport":true}}}}
      """#
    send("initialize", try JSON(reading: params), id: 1)
    let document = JSON.fields(
      ("uri", .text("file://" + scratch["main.lua"].path)),
      ("languageId", .text("lua")),
      ("version", .int(1)),
      ("text", .text(home.replacing("Home", with: "Start")))
    )
    send("textDocument/didOpen", .fields(("textDocument", document)))
    _ = try await next { $0["method"].text == "workspace/codeLens/refresh" }
    send("textDocument/codeLens", .fields(("textDocument", document)), id: 2)
    let answer = try await next { $0["id"].int == 2 && $0["method"] == .null }
    #expect(
      answer["result"].items.map { $0["command"]["title"].text } == [
        "open /", "0 guards, 0 specs", "since HEAD: other view",
      ]
    )
  }
}
#endif
