#if Inspector
import LoopbackServer
import MessageStream
import TestSupport

/// A server with a small page that echoes requests below `/api/`.
enum TestServer {
  static let page: [LoopbackServer.Asset] = [
    LoopbackServer.Asset("/index.html", Array("<title>page</title>".utf8)),
    LoopbackServer.Asset("/style.css", Array("a {}".utf8)),
    LoopbackServer.Asset("/app.js", Array("1".utf8)),
    LoopbackServer.Asset("/icon.svg", Array("<svg/>".utf8)),
  ]

  /// Starts a server when the port is free.
  static func start(
    _ options: ServerOptions,
    answer: @escaping LoopbackServer.Answer = echo
  ) async throws -> LoopbackServer {
    let isTaken = { (error: any Error) in
      if case .portTaken? = error as? ServerError { true } else { false }
    }
    return try await OwnPort.whenFree(isTaken) {
      try await LoopbackServer.start(assets: page, options: options, answer: answer)
    }
  }

  /// Runs a server during a function.
  static func run(
    _ options: ServerOptions = .patient,
    answer: @escaping LoopbackServer.Answer = echo,
    _ body: (LoopbackServer) async throws -> Void
  ) async throws {
    let server = try await start(options, answer: answer)
    do {
      try await body(server)
    } catch {
      await server.close()
      throw error
    }
    await server.close()
  }

  /// Responds with the request.
  static let echo: LoopbackServer.Answer = { request in
    let names = request.query.keys.sorted()
    let query = names.map { JSON.Field($0, .optional(request.query[$0])) }
    let fields = JSON.fields(
      ("method", .text(request.method.rawValue)),
      ("path", .text(request.path)),
      ("query", .object(query)),
      ("body", .text(String(decoding: request.body, as: UTF8.self)))
    )
    return .content(ServerContent(type: "application/json", Array(fields.line.utf8)))
  }
}

extension LoopbackServer {
  /// The headers of an admitted request.
  var pass: String { "Host: 127.0.0.1:\(port)\r\nX-Moonroute-Key: \(key)\r\n" }

  /// An admitted request with JSON.
  func post(_ path: String, _ body: String) -> String {
    """
    POST \(path) HTTP/1.1\r
    \(pass)X-Moonroute: 1\r
    Content-Type: application/json\r
    Content-Length: \(body.utf8.count)\r
    \r
    \(body)
    """
  }

  /// An admitted request.
  func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\n\(pass)\r\n" }
}

extension ServerOptions {
  /// Options for busy machines, which do not time out slow clients.
  static var patient: ServerOptions {
    var options = ServerOptions()
    options.limits.requestTime = .seconds(86_400)
    options.limits.firstRequestTime = .seconds(86_400)
    options.limits.heartbeat = .seconds(86_400)
    return options
  }
}
#endif
