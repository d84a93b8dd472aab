#if Inspector
import NIOCore
import NIOHTTP1
import NIOPosix

/// A server of pages and of JSON for the browser of the same machine.
///
/// It knows neither routes nor scripts: it lets in who has the key, and hands on what they ask.
///
/// ```swift
/// let server = try await LoopbackServer.start(assets: [.init("/index.html", page)]) { request in
///   .content(ServerContent(type: "application/json", Array("{}".utf8)))
/// }
/// print(server.url)  // http://127.0.0.1:40123/#key=…
/// await server.close()
/// ```
package final class LoopbackServer: Sendable {
  /// A function that answers what is asked below `/api/`, each request once it is there in whole.
  package typealias Answer = @Sendable (ServerRequest) async -> ServerAnswer

  /// A file of the page.
  package struct Asset: Sendable {
    /// The path, such as `/style.css`; `/index.html` is also what `/` answers.
    package let path: String
    /// The text.
    package let bytes: [UInt8]

    /// Describes a file.
    package init(_ path: String, _ bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  package let port: Int

  /// The key that lets a browser in: 32 hexadecimal digits.
  package let key: String

  /// The address to open, with the key.
  package let url: String

  private let listener: any Channel
  private let connections: ConnectionPool

  private init(_ listener: any Channel, _ requestGuard: RequestGuard, _ connections: ConnectionPool) {
    self.listener = listener
    self.connections = connections
    (port, key, url) = (requestGuard.port, requestGuard.key.text, requestGuard.url)
  }

  /// Begins to answer.
  ///
  /// - Parameters:
  ///   - assets: The files of the page; each may be had without the key.
  ///   - options: Where to listen, who is let in, and how much one may ask.
  ///   - answer: What answers below `/api/`; called for what was let in only.
  /// - Returns: The server.
  /// - Throws: ``ServerError`` when nothing can listen there.
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
    // One thread serves all connections. It is one of those that the process has anyway, so that an
    // answer that comes after the end still finds it.
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

  /// The handlers of a connection, from the socket to the one that answers.
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

  /// The number of connections that are open.
  package var connectionCount: Int { connections.count }

  /// Ends all connections and streams, and frees the port.
  package func close() async {
    let channels = connections.close()
    try? await listener.close().get()
    for channel in channels { channel.close(promise: nil) }
    for channel in channels { try? await channel.closeFuture.get() }
  }
}
#endif
