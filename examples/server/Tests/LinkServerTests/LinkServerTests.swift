import Foundation
import LinkServer
import Logging
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests the service from its client's view.
@Suite struct LinkServerTests {
  /// A request and its response.
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let status: Int
    /// The start of the body.
    ///
    /// The rest of an error's text belongs to the package.
    let begin: String
    var testDescription: String { path }
  }

  static let cases = [
    Case(
      path: "/resolve?link=/product/7",
      status: 200,
      begin: #"{"location":"/product/7","view":"Product"}"#
    ),
    Case(
      path: "/resolve?link=shop://p/7",
      status: 200,
      begin: #"{"location":"/product/7","view":"Product"}"#
    ),
    Case(
      path: "/resolve?link=/staff",
      status: 403,
      begin: #"{"problem":"'/staff' was stopped: only from inside"#
    ),
    Case(
      path: "/resolve?link=/product/lamp",
      status: 404,
      begin: #"{"problem":"No route matches '/product/lamp'."#
    ),
    Case(path: "/", status: 400, begin: #"{"problem":"Ask for /resolve?link=…"}"#),
  ]

  private static let rules = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Rules").path

  /// Runs the service on a free port while `body` sends requests.
  private func withServer(
    logger: Logger = Logger(label: "test"),
    _ body: (Int) async throws -> Void
  ) async throws {
    let resolver = try await LinkResolver(rules: Self.rules, logger: logger)
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let server = Task {
      defer { port.finish() }
      try await LinkServer(resolver).run(port: 0) { port.yield($0) }
    }
    defer { server.cancel() }
    var iterator = ports.makeAsyncIterator()
    try await body(try #require(await iterator.next()))
  }

  @Test func `each link is answered with what it leads to`() async throws {
    try await withServer { port in
      for row in Self.cases {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)\(row.path)"))
        let (data, response) = try await URLSession.shared.data(from: url)
        #expect((response as? HTTPURLResponse)?.statusCode == row.status, "\(row.path)")
        let body = String(decoding: data, as: UTF8.self)
        #expect(body.hasPrefix(row.begin) && body.hasSuffix("\"}"), "\(row.path): \(body)")
      }
    }
  }

  @Test(arguments: [
    "/product/7?token=s3cret", "/p/7?token=s3cret", "/staff?token=s3cret", "/s3cret?token=s3cret",
    "s3cret", "/product/7?back=/p/7?token=s3cret",
  ])
  func `no value of a link is in the log`(link: String) async throws {
    let lines = LogLines()
    var logger = Logger(label: "test") { _ in LogLines.Handler(lines: lines) }
    logger.logLevel = .trace
    try await withServer(logger: logger) { port in
      var url = try #require(URLComponents(string: "http://127.0.0.1:\(port)/resolve"))
      url.queryItems = [URLQueryItem(name: "link", value: link)]
      _ = try await URLSession.shared.data(from: try #require(url.url))
    }
    #expect(!lines.all.isEmpty)
    for line in lines.all { #expect(!line.contains("s3cret")) }
  }
}

/// The lines of a log, with their metadata.
private final class LogLines: Sendable {
  struct Handler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.kept.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }
  }

  private let kept = Mutex<[String]>([])

  var all: [String] { kept.withLock { $0 } }
}
