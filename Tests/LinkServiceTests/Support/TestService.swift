#if LinkService
import Foundation
import MessageStream
import Moonroute
import ScriptHost
import TestSupport

@testable import LinkService

/// A service on a free port, and its client.
struct TestService {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let shop = root.appending(path: "examples/shop")

  let service: LinkService

  /// Options for busy machines, which do not time out slow clients.
  static var patient: LinkServiceOptions {
    var options = LinkServiceOptions()
    options.port = 0
    options.drainTime = .zero
    options.router.configuration.waitLimit = .seconds(3_600)
    options.limits.requestTime = .seconds(3_600)
    options.limits.idleTime = .seconds(3_600)
    options.limits.healthTime = .seconds(3_600)
    return options
  }

  /// Runs a service during a function.
  static func run(
    _ source: ScriptSource,
    _ options: LinkServiceOptions = patient,
    _ body: (TestService) async throws -> Void
  ) async throws {
    let scripts = HeadlessScripts(source)
    let service = try await LinkService.start(options) { try scripts.host(in: $0) }
    do {
      try await body(TestService(service: service))
    } catch {
      await service.close()
      throw error
    }
    await service.close()
  }

  static func run(
    main: String,
    _ options: LinkServiceOptions = patient,
    _ body: (TestService) async throws -> Void
  ) async throws {
    try await run(.texts(["main.lua": main]), options, body)
  }

  func client() throws -> RawClient { try RawClient(port: service.port) }

  static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n" }

  static func post(
    _ path: String,
    _ body: String,
    type: String = "application/json"
  ) -> String {
    """
    POST \(path) HTTP/1.1\r
    Host: x\r
    Content-Type: \(type)\r
    Content-Length: \(body.utf8.count)\r
    \r
    \(body)
    """
  }

  /// Sends one request on a connection of its own.
  func answer(_ request: String) async throws -> RawAnswer {
    let client = try client()
    try await client.send(request)
    return try await client.answer()
  }

  func get(_ path: String) async throws -> RawAnswer { try await answer(Self.get(path)) }

  func post(
    _ path: String,
    _ body: String,
    type: String = "application/json"
  ) async throws -> RawAnswer { try await answer(Self.post(path, body, type: type)) }

  /// The JSON of a resolved link.
  func resolve(_ link: String, _ more: String = "") async throws -> JSON {
    let location = JSON.text(link).line
    let answer = try await post("/v1/resolve", "{\"location\":\(location)\(more)}")
    return try JSON(reading: answer.body)
  }
}
#endif
