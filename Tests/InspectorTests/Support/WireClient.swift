#if Inspector
import MessageStream
import TestSupport

/// An HTTP client of an inspector, like the page.
struct WireClient {
  let port: Int
  let key: String

  private var head: String { "Host: 127.0.0.1:\(port)\r\nX-Moonroute-Key: \(key)\r\n" }

  /// Sends a GET request below `/api/v1/`.
  func get(_ path: String) async throws -> (status: Int, json: JSON) {
    try await ask("GET /api/v1/\(path) HTTP/1.1\r\n\(head)\r\n")
  }

  /// Sends a POST request.
  func post(_ path: String, _ body: String) async throws -> (status: Int, json: JSON) {
    try await ask(
      "POST /api/v1/\(path) HTTP/1.1\r\n\(head)X-Moonroute: 1\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    )
  }

  /// Starts the stream and reads it up to a text.
  func stream(upTo end: String) async throws -> RawClient {
    let client = try RawClient(port: port)
    try await client.send("GET /api/v1/stream HTTP/1.1\r\n\(head)\r\n")
    _ = try await client.text(upTo: end)
    return client
  }

  private func ask(_ text: String) async throws -> (status: Int, json: JSON) {
    let client = try RawClient(port: port)
    try await client.send(text)
    let answer = try await client.answer()
    return (answer.status, try JSON(reading: answer.body))
  }
}
#endif
