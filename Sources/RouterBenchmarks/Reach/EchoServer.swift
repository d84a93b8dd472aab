#if LinkService
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server that answers each request with its body: the floor for the host service.
enum EchoServer {
  /// Prints its port as JSON and serves until its standard input ends.
  static func run() throws {
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Connection())
        }
      }
    let listener = try bootstrap.bind(host: "127.0.0.1", port: 0).wait()
    print(#"{"port":\#(listener.localAddress?.port ?? 0)}"#)
    fflush(nil)
    while readLine() != nil {}
  }
}

private final class Connection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private var body = ByteBuffer()

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: body.clear()
    case .body(var part): body.writeBuffer(&part)
    case .end:
      let head = HTTPResponseHead(
        version: .http1_1,
        status: .ok,
        headers: ["Content-Length": "\(body.readableBytes)", "Content-Type": "application/json"]
      )
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }
}
#endif
