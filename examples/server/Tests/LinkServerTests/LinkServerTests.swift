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
      path: "/v1/resolve?link=/product/7",
      status: 200,
      begin: #"{"location":"/product/7","status":"opened","name":"product""#
    ),
    Case(
      path: "/v1/resolve?link=shop://p/7",
      status: 200,
      begin: #"{"location":"shop://p/7","status":"opened","name":"product""#
    ),
    Case(
      path: "/v1/resolve?link=/staff",
      status: 200,
      begin: #"{"location":"/staff","status":"intercepted","name":"staff""#
    ),
    Case(
      path: "/v1/resolve?link=/product/lamp",
      status: 200,
      begin: #"{"location":"/product/lamp","status":"not_found","name":null"#
    ),
    Case(path: "/", status: 404, begin: #"{"type":"about:blank","title":"Not Found""#),
  ]

  private static let rules = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Rules").path

  /// Runs the service on a free port while `body` sends requests.
  private func withServer(
    logger: Logger = Logger(label: "test"),
    _ body: (Int) async throws -> Void
  ) async throws {
    let service = try await LinkServer.start(rules: Self.rules, port: 0, logger: logger)
    do {
      try await body(service.port)
    } catch {
      await service.close()
      throw error
    }
    await service.close()
  }

  @Test func `each link is answered with its ending`() async throws {
    try await withServer { port in
      for row in Self.cases {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)\(row.path)"))
        let (data, response) = try await URLSession.shared.data(from: url)
        #expect((response as? HTTPURLResponse)?.statusCode == row.status, "\(row.path)")
        let body = String(decoding: data, as: UTF8.self)
        #expect(body.hasPrefix(row.begin) && body.hasSuffix("}"), "\(row.path): \(body)")
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
      var url = try #require(URLComponents(string: "http://127.0.0.1:\(port)/v1/resolve"))
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
