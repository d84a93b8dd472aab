#if Command
import Foundation
import Testing

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
}
#endif
