#if Inspector
import NIOCore
import NIOHTTP1
import NIOPosix

/// A server of web pages and JSON for a browser on the same machine.
///
/// It admits clients with the key and forwards their requests.
///
/// ```swift
/// let server = try await LoopbackServer.start(assets: [.init("/index.html", page)]) { request in
///   .content(ServerContent(type: "application/json", Array("{}".utf8)))
/// }
/// print(server.url)  // http://127.0.0.1:40123/#key=…
/// await server.close()
/// ```
package final class LoopbackServer: Sendable {
  /// A function that answers the requests below `/api/`, after each request is complete.
  package typealias Answer = @Sendable (ServerRequest) async -> ServerAnswer

  package struct Asset: Sendable {
    /// The path, such as `/style.css`; `/index.html` is also served at `/`.
    package let path: String
    package let bytes: [UInt8]

    package init(_ path: String, _ bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  package let port: Int

  /// The key that admits a browser: 32 hexadecimal digits.
  package let key: String

  /// The address with the key, to open in a browser.
  package let url: String

  private let listener: any Channel
  private let connections: ConnectionPool

  private init(_ listener: any Channel, _ requestGuard: RequestGuard, _ connections: ConnectionPool)
  {
    self.listener = listener
    self.connections = connections
    (port, key, url) = (requestGuard.port, requestGuard.key.text, requestGuard.url)
  }

  /// Serves the files without the key; it calls `answer` only for admitted requests below `/api/`.
  package static func start(
    assets: [Asset],
    options: ServerOptions = ServerOptions(),
    answer: @escaping Answer
  ) async throws(ServerError) -> LoopbackServer {
    let files = StaticFiles(assets)
    var options = options
    let first = options.port
    var problem: ServerError?
    for port in first..<first + max(options.portCount, 1) {
      options.port = port
      do throws(ServerError) {
        return try await listen(files, options, answer)
      } catch .portTaken(let host, let port) {
        problem = problem ?? .portTaken(host: host, port: port)
      }
    }
    throw problem ?? .portTaken(host: options.host, port: first)
  }

  private static func listen(
    _ files: StaticFiles,
    _ options: ServerOptions,
    _ answer: @escaping Answer
  ) async throws(ServerError) -> LoopbackServer {
    let connections = ConnectionPool(limit: options.limits.connections)
    // The loop belongs to the process-wide pool, so that a late response still has its event loop.
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let bootstrap = ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard let port = channel.localAddress?.port else { throw ChannelError.eof }
          let connection = Connection(
            requestGuard: RequestGuard(options: options, port: port),
            files: files,
            connections: connections,
            limits: options.limits,
            answer: answer
          )
          try channel.pipeline.syncOperations.addHandlers(Self.handlers(before: connection))
        }
      }
    do {
      let listener = try await bootstrap.bind(host: options.host, port: options.port).get()
      let port = listener.localAddress?.port ?? options.port
      return LoopbackServer(listener, RequestGuard(options: options, port: port), connections)
    } catch {
      throw ServerError(error, options)
    }
  }

  private static func handlers(before connection: Connection) -> [any ChannelHandler] {
    var heads = NIOHTTPDecoderLimitConfiguration()
    heads.maxHeaderFieldSize = connection.limits.headBytes
    heads.maxHeaderListSize = connection.limits.headBytes
    let decoder = HTTPRequestDecoder(
      leftOverBytesStrategy: .dropBytes,
      limitConfiguration: heads
    )
    return [
      HTTPResponseEncoder(), ByteToMessageHandler(decoder), InputEnd(before: connection),
      HTTPServerPipelineHandler(), connection,
    ]
  }

  package var connectionCount: Int { connections.count }

  /// Closes all connections and streams, and releases the port.
  package func close() async {
    let channels = connections.close()
    try? await listener.close().get()
    for channel in channels { channel.close(promise: nil) }
    for channel in channels { try? await channel.closeFuture.get() }
  }
}
#endif
