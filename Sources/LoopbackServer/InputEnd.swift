#if Inspector
import NIOCore
import NIOHTTP1

/// Notifies a connection immediately when its client closes its sending side.
///
/// `HTTPServerPipelineHandler` delays that event behind pending requests: for a stream, forever.
final class InputEnd: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart

  private let connection: Connection

  init(before connection: Connection) { self.connection = connection }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent { connection.noteInputEnd() }
    context.fireUserInboundEventTriggered(event)
  }
}
#endif
