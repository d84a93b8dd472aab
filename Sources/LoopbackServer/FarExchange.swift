#if Inspector
import NIOCore
import NIOHTTP1

/// One request to another server, and its response, on a separate connection.
///
/// It reads the next bytes of a stream after the client has received the previous events.
final class FarExchange: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  enum Answer: Sendable {
    case whole(HTTPResponseHead, [UInt8])
    case events(ServerEvents)
  }

  private enum Phase {
    case waiting
    case reading(HTTPResponseHead)
    case streaming(ServerEvents)
    /// The response is complete, or the exchange failed.
    case ended
  }

  private let request: HTTPRequestHead
  private let body: [UInt8]
  private let place: String
  private let limits: RemoteServer.Limits
  private let promise: EventLoopPromise<Answer>

  private var context: ChannelHandlerContext?
  private var phase = Phase.waiting
  private var bytes: [UInt8] = []
  private var reader = EventReader()
  private var timer: Scheduled<Void>?

  init(
    _ request: HTTPRequestHead,
    _ body: [UInt8],
    place: String,
    limits: RemoteServer.Limits,
    _ promise: EventLoopPromise<Answer>
  ) {
    (self.request, self.body, self.place) = (request, body, place)
    (self.limits, self.promise) = (limits, promise)
  }

  // MARK: Lifecycle

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelActive(context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.head(request)), promise: nil)
    if !body.isEmpty {
      let buffer = context.channel.allocator.buffer(bytes: body)
      context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    readMore()
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(ForwardError(ChannelError.eof, place: place))
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The end of the connection in the middle of a response is also a parser error.
    let isForeign = (error as? HTTPParserError).map { $0 != .invalidEOFState } ?? false
    fail(isForeign ? .notServer(place: place) : ForwardError(error, place: place))
  }

  // MARK: Response

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), phase) {
    case (.head(let head), .waiting): begin(head)
    case (.body(let part), .reading):
      guard bytes.count + part.readableBytes <= limits.answerBytes else { return failAsTooLarge() }
      bytes += part.readableBytesView
    case (.body(let part), .streaming(let events)):
      for event in reader.read(part.readableBytesView) {
        events.send(event.type, event.data, id: event.id)
      }
      if reader.byteCount > limits.answerBytes { failAsTooLarge() }
    case (.end, .reading(let head)): end { promise.succeed(.whole(head, bytes)) }
    case (.end, .streaming(let events)): end { events.close() }
    default: break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    timer?.cancel()
    if case .streaming(let events) = phase {
      let (loop, own) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
      events.whenTaken { loop.execute { own.value.readMore() } }
    } else {
      readMore()
    }
    context.fireChannelReadComplete()
  }

  private func begin(_ head: HTTPResponseHead) {
    let type = head.headers["content-type"].first ?? ""
    guard head.status == .ok, type.hasPrefix("text/event-stream"), let context else {
      let length = head.headers["content-length"].first.flatMap { Int($0) } ?? 0
      guard length <= limits.answerBytes else { return failAsTooLarge() }
      return phase = .reading(head)
    }
    let events = ServerEvents()
    phase = .streaming(events)
    let (loop, own) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
    events.whenClosed { loop.execute { own.value.end {} } }
    promise.succeed(.events(events))
  }

  private func readMore() {
    if case .ended = phase { return }
    timer?.cancel()
    timer = context?.eventLoop.assumeIsolated()
      .scheduleTask(in: TimeAmount(limits.silentTime)) {
        self.fail(.silent(place: self.place, time: self.limits.silentTime))
      }
    context?.read()
  }

  // MARK: End

  private func failAsTooLarge() { fail(.tooLarge(place: place, limit: limits.answerBytes)) }

  /// Fails without a response; a stream that has begun ends.
  private func fail(_ error: ForwardError) {
    switch phase {
    case .waiting, .reading: end { promise.fail(error) }
    case .streaming(let events): end { events.close() }
    case .ended: break
    }
  }

  private func end(_ tell: () -> Void) {
    if case .ended = phase { return }
    phase = .ended
    timer?.cancel()
    tell()
    bytes = []
    context?.close(promise: nil)
  }
}
#endif
