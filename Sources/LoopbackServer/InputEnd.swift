#if Inspector
import NIOCore
import NIOHTTP1

/// Notifies a connection immediately when its client closes its sending side.
///
/// `HTTPServerPipelineHandler` delays that event while other requests are pending behind the
/// current one: for a stream, it would delay it forever.
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
