#if Inspector
import NIOCore
import NIOHTTP1

/// Tells a connection at once that its client sends nothing any more.
///
/// `HTTPServerPipelineHandler` holds that back, too, as long as something waits behind the request at
/// hand: for a stream that would be for ever.
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
