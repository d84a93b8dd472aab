import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers `GET /resolve?link=…` over HTTP.
public struct LinkServer: Sendable {
  private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

  private let resolver: LinkResolver

  /// Serves the answers of a resolver.
  public init(_ resolver: LinkResolver) { self.resolver = resolver }

  /// Serves until the task is cancelled.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any free port.
  ///   - isReady: Called with the port when the server accepts requests.
  /// - Throws: The reason why the port is not available.
  public func run(port: Int, isReady: @Sendable (Int) -> Void) async throws {
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          return try Connection(wrappingChannelSynchronously: channel)
        }
      }
    try await withThrowingDiscardingTaskGroup { group in
      try await server.executeThenClose { connections in
        isReady(server.channel.localAddress?.port ?? 0)
        for try await connection in connections {
          // A broken connection does not affect others.
          group.addTask { try? await answer(connection) }
        }
      }
    }
  }

  private func answer(_ connection: Connection) async throws {
    try await connection.executeThenClose { requests, responses in
      var head: HTTPRequestHead?
      for try await part in requests {
        switch part {
        case .head(let begun): head = begun
        case .body: break
        case .end:
          guard let request = head else { return }
          let (status, body) = try await answer(request)
          let headers: HTTPHeaders = [
            "content-type": "application/json", "content-length": "\(body.count)",
          ]
          try await responses.write(
            .head(HTTPResponseHead(version: request.version, status: status, headers: headers))
          )
          try await responses.write(.body(.byteBuffer(ByteBuffer(bytes: body))))
          try await responses.write(.end(nil))
          if !request.isKeepAlive { return }
        }
      }
    }
  }

  private func answer(
    _ request: HTTPRequestHead
  ) async throws -> (status: HTTPResponseStatus, body: [UInt8]) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let parts = URLComponents(string: request.uri)
    guard request.method == .GET, parts?.path == "/resolve",
      let link = parts?.queryItems?.first(where: { $0.name == "link" })?.value
    else {
      let answer = LinkResolver.Answer(problem: "Ask for /resolve?link=…")
      return (.badRequest, try [UInt8](encoder.encode(answer)))
    }
    let (status, answer) = await resolver.resolve(link)
    return (HTTPResponseStatus(statusCode: status), try [UInt8](encoder.encode(answer)))
  }
}
