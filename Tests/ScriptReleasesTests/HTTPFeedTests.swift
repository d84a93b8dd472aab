#if Releases
import Foundation
import ReleaseHTTP
import ScriptReleases
import TestSupport
import Testing

/// The files of a depot on a web server, with a server whose answers are fixed.
@Suite(.timeLimit(.minutes(5))) struct HTTPFeedTests {
  private static func feed(
    _ server: RawServer,
    path: String = "/shop",
    within time: Duration = .seconds(60)
  ) throws -> HTTPFeed {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
    return try HTTPFeed(url, within: time)
  }

  private static func answer(
    _ status: String,
    _ headers: [String] = [],
    _ body: String = ""
  ) -> RawServer.Answer { .http(status, ["Connection: close"] + headers, body) }

  @Test(arguments: ["/shop", "/shop/"])
  func `a file is fetched below the address`(path: String) async throws {
    let server = try RawServer([Self.answer("200 OK", [], "text")])
    let bytes = try await Self.feed(server, path: path).fetch("metadata/2.root.json", limit: 4)
    #expect(bytes == Array("text".utf8))
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("GET /shop/metadata/2.root.json HTTP/1.1\r\n"), "\(request)")
    // A server compresses archives of small files so well that the client would refuse them.
    #expect(!request.lowercased().contains("accept-encoding"))
  }

  @Test(arguments: ["403 Forbidden", "404 Not Found", "410 Gone"])
  func `a missing file is nil`(status: String) async throws {
    let server = try RawServer([Self.answer(status, [], "<html>")])
    #expect(try await Self.feed(server).fetch("metadata/2.root.json", limit: 100) == nil)
  }

  @Test(arguments: [
    ("ETag: \"7\"", "if-none-match: \"7\""),
    (
      "Last-Modified: Sat, 28 Nov 2026 10:00:00 GMT",
      "if-modified-since: sat, 28 nov 2026 10:00:00 gmt"
    ),
  ])
  func `an unchanged timestamp is not sent again`(header: String, condition: String) async throws {
    let server = try RawServer([
      Self.answer("200 OK", [header], "{}"), Self.answer("304 Not Modified", [header]),
    ])
    let feed = try Self.feed(server)
    for _ in 0..<2 {
      #expect(
        try await feed.fetch("metadata/timestamp.json", limit: 100) == Array("{}".utf8)
      )
    }
    let requests = server.requests.map { $0.lowercased() }
    #expect(requests.map { $0.contains(condition) } == [false, true])
  }

  @Test func `a server that is busy says when to ask again`() async throws {
    let server = try RawServer([Self.answer("503 Service Unavailable", ["Retry-After: 120"])])
    let error = await #expect(throws: FeedError.self) {
      try await Self.feed(server).fetch("metadata/timestamp.json", limit: 100)
    }
    #expect(error?.retryAfter == .seconds(120))
    #expect(
      error?.description
        == "http://127.0.0.1:\(server.port)/shop answers 503 for metadata/timestamp.json."
    )
  }

  @Test(arguments: ["302 Found", "308 Permanent Redirect"])
  func `a redirect is followed`(status: String) async throws {
    let last = try RawServer([Self.answer("200 OK", [], "text")])
    let address = "Location: http://127.0.0.1:\(last.port)/other"
    let server = try RawServer([Self.answer(status, [address])])
    let bytes = try await Self.feed(server).fetch("metadata/2.root.json", limit: 100)
    #expect(bytes == Array("text".utf8))
  }

  @Test func `a file beyond the limit is refused`() async throws {
    let server = try RawServer([Self.answer("200 OK", [], "12345")])
    let error = await #expect(throws: FeedError.self) {
      try await Self.feed(server).fetch("bundles/shop-1.tar", limit: 4)
    }
    #expect(error?.description == "bundles/shop-1.tar has more than 4 bytes.")
  }

  @Test func `a file that ends early is refused`() async throws {
    let server = try RawServer([.text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1234")])
    let error = await #expect(throws: FeedError.self) {
      try await Self.feed(server).fetch("bundles/shop-1.tar", limit: 100)
    }
    #expect(error?.description.contains("bundles/shop-1.tar did not arrive completely") == true)
  }

  @Test func `a server that falls silent is left`() async throws {
    let server = try RawServer([.open("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1234")])
    let error = await #expect(throws: FeedError.self) {
      try await Self.feed(server, within: .seconds(12))
        .fetch("metadata/timestamp.json", limit: 100)
    }
    #expect(error?.description == "metadata/timestamp.json did not arrive within 12 s.")
  }

  @Test func `a bundle that stops arriving is dropped`() async throws {
    let server = try RawServer([.open("HTTP/1.1 200 OK\r\nContent-Length: 90000\r\n\r\n1234")])
    let error = await #expect(throws: FeedError.self) {
      try await Self.feed(server, within: .seconds(12))
        .fetch("bundles/shop-1.tar", limit: 16 << 20)
    }
    #expect(error?.description == "bundles/shop-1.tar arrives too slowly: 4 bytes in 6 s.")
  }

  @Test func `a server that cannot be reached is an error`() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    let error = await #expect(throws: FeedError.self) {
      try await HTTPFeed(url, within: .seconds(60), connecting: .milliseconds(500))
        .fetch("metadata/timestamp.json", limit: 100)
    }
    #expect(error?.description.hasPrefix("http://127.0.0.1:1 cannot be reached: ") == true)
  }

  @Test(arguments: [
    "shop", "file:///shop", "https://", "https://x.example/?a", "https://x.example#a",
  ])
  func `another address is an error`(text: String) throws {
    let url = try #require(URL(string: text))
    let error = #expect(throws: FeedError.self) { try HTTPFeed(url) }
    #expect(error?.description.contains("is not the address of a depot.") == true)
  }

  @Test func `an address with a password is refused, and its error does not show it`() throws {
    let url = try #require(URL(string: "https://me:secret@x.example/shop"))
    let error = #expect(throws: FeedError.self) { try HTTPFeed(url) }
    #expect(error?.description.contains("no password") == true)
    #expect(error?.description.contains("secret") == false)
  }
}
#endif
