#if Inspector
import MessageStream
import NIOCore
import NIOHTTP1

/// Answers requests in order: `HTTPServerPipelineHandler` holds the next one back meanwhile.
final class Connection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  enum Phase {
    case idle
    case reading(Result<RequestGuard.Entry, Refusal>)
    case answering
    /// Sending events until one side closes the stream.
    case streaming(ServerEvents)
    /// The last response was sent; all further input is dropped.
    case ended
  }

  let limits: ServerLimits
  let requestGuard: RequestGuard
  let files: StaticFiles
  private let connections: ConnectionPool
  private let answer: LoopbackServer.Answer

  private(set) var context: ChannelHandlerContext?
  var phase = Phase.idle
  private(set) var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var bodyCount = 0
  /// Whether the connection closes after the response to the current request.
  var isLast = false
  /// Whether the client has closed its sending side.
  private(set) var isInputClosed = false
  /// The same, although earlier requests may still be pending.
  private(set) var isInputEnded = false
  private var timer: Scheduled<Void>?
  var heartbeat: Scheduled<Void>?

  init(
    requestGuard: RequestGuard,
    files: StaticFiles,
    connections: ConnectionPool,
    limits: ServerLimits,
    answer: @escaping LoopbackServer.Answer
  ) {
    (self.requestGuard, self.files, self.connections) = (requestGuard, files, connections)
    (self.limits, self.answer) = (limits, answer)
  }

  // MARK: Lifecycle

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelActive(context: ChannelHandlerContext) {
    guard connections.enter(context.channel) else {
      phase = .ended
      context.close(promise: nil)
      return
    }
    startTimer(limits.firstRequestTime)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    connections.leave(context.channel)
    stopTimer()
    let phase = phase
    self.phase = .ended
    if case .streaming(let events) = phase { endStream(events) }
    context.fireChannelInactive()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    sendEvents()
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case ChannelEvent.inputClosed? = event as? ChannelEvent else {
      return context.fireUserInboundEventTriggered(event)
    }
    isInputClosed = true
    switch phase {
    case .answering: isLast = true
    case .idle, .reading, .streaming, .ended: context.close(promise: nil)
    }
  }

  /// Ends a stream after the client has closed its sending side; drops pending requests.
  func noteInputEnd() {
    isInputEnded = true
    if case .streaming = phase { context?.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch (error, phase) {
    case (let error as HTTPParserError, .idle), (let error as HTTPParserError, .reading):
      refuseNow(error == .headerOverflow ? .largeHead(limit: limits.headBytes) : .badRequest)
    // The parser has already reported it, or the data is ignored.
    case (is HTTPParserError, _), (is ByteToMessageDecoderError, _): break
    default: context.close(promise: nil)
    }
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), phase) {
    case (.head(let head), .idle): begin(head)
    case (.body(let part), .reading(let entry)): take(part, isKept: (try? entry.get()) != nil)
    case (.end, .reading(let entry)):
      stopTimer()
      finish(entry)
    default: break
    }
  }

  private func begin(_ head: HTTPRequestHead) {
    self.head = head
    (body, bodyCount) = ([], 0)
    // After a request to switch protocols, the parser reads no further data.
    isLast =
      !head.isKeepAlive || head.version != .http1_1 || isInputClosed
      || head.headers.contains(name: "upgrade") || head.method == .CONNECT
    let entry = Result { () throws(Refusal) in try requestGuard.entry(head) }
    if case .success(.api) = entry, let context { connections.keep(context.channel) }
    phase = .reading(entry)
    let length = head.headers.first(name: "content-length").map { Int($0) ?? .max } ?? 0
    let expectations = head.version == .http1_1 ? head.headers["expect"] : []
    if case .failure(let refusal) = entry, !expectations.isEmpty || length > limits.bodyBytes {
      refuseNow(refusal)
    } else if length > limits.bodyBytes {
      refuseNow(.largeBody(limit: limits.bodyBytes))
    } else if !expectations.allSatisfy({ $0.lowercased() == "100-continue" }) {
      refuseNow(.badExpectation)
    } else if !expectations.isEmpty {
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context?.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
  }

  private func take(_ part: ByteBuffer, isKept: Bool) {
    bodyCount += part.readableBytes
    guard bodyCount <= limits.bodyBytes else {
      return refuseNow(.largeBody(limit: limits.bodyBytes))
    }
    if isKept { body += part.readableBytesView }
  }

  private func finish(_ entry: Result<RequestGuard.Entry, Refusal>) {
    switch entry {
    case .failure(let refusal): send(refusal)
    case .success(.asset(let path)): sendAsset(path)
    case .success(.api(let method, let target)):
      let request = ServerRequest(
        method,
        target.path,
        query: target.query,
        body: body,
        lastEventID: head?.headers.first(name: "last-event-id")
      )
      body = []
      ask(request)
    }
  }

  /// Calls the answer function, outside the event loop.
  private func ask(_ request: ServerRequest) {
    guard let loop = context?.eventLoop else { return }
    phase = .answering
    let (answer, own) = (answer, NIOLoopBound(self, eventLoop: loop))
    let takesGzip = request.method == .get && acceptsGzip
    Task {
      let result = takesGzip ? await answer(request).compressed : await answer(request)
      loop.execute { own.value.deliver(result) }
    }
  }

  /// Whether the client reads compressed answers.
  var acceptsGzip: Bool {
    head?.headers[canonicalForm: "accept-encoding"].contains { $0 == "gzip" } ?? false
  }

  private func deliver(_ answer: ServerAnswer) {
    guard case .answering = phase, context != nil else {
      if case .events(let events) = answer { events.close() }
      return
    }
    switch answer {
    case .content(let content): send(content)
    case .events(let events): beginStream(events)
    }
  }

  /// Rejects a request before its body is complete, and closes the connection.
  private func refuseNow(_ refusal: Refusal) {
    isLast = true
    send(refusal)
  }

  // MARK: Time

  /// Closes the connection after a timeout, unless the timer is restarted or stopped.
  func startTimer(_ time: Duration) {
    stopTimer()
    timer = context?.eventLoop.assumeIsolated()
      .scheduleTask(in: TimeAmount(time)) { self.context?.close(promise: nil) }
  }

  func stopTimer() {
    timer?.cancel()
    timer = nil
  }
}
#endif
