#if LinkService
import MessageStream
import NIOCore
import NIOHTTP1
import RoutePatterns

/// Answers the requests of one connection in order.
final class ServiceConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The event that ends a connection after its running request.
  struct Finish: Sendable {}

  private enum Phase {
    case idle
    case reading(Result<ServiceEndpoint, ServiceProblem>)
    case answering
    case ended
  }

  private let service: ServiceCore
  private let worker: ServiceWorker
  private let limits: ServiceLimits

  private var context: ChannelHandlerContext?
  private var phase = Phase.idle
  private var head: HTTPRequestHead?
  /// The path of the request if the service knows it.
  private var path: String?
  private var body: [UInt8] = []
  private var isLast = false
  /// The number of answers that the client has not received completely.
  private var unsentCount = 0
  private var start = ContinuousClock.now
  /// The time when the connection is closed.
  private var deadline = NIODeadline.distantFuture
  private var timer: (time: NIODeadline, check: Scheduled<Void>)?

  init(_ service: ServiceCore, _ worker: ServiceWorker) {
    (self.service, self.worker, limits) = (service, worker, service.options.limits)
  }

  // MARK: Lifecycle

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelActive(context: ChannelHandlerContext) {
    guard service.enter(context.channel) else {
      phase = .ended
      return context.close(promise: nil)
    }
    limit(limits.requestTime)
    setTimer()
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    service.leave(context.channel)
    timer?.check.cancel()
    phase = .ended
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is Finish, ChannelEvent.inputClosed:
      isLast = true
      closeIfIdle()
      if case .reading = phase, !(event is Finish) { context.close(promise: nil) }
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch (error, phase) {
    case (let error as HTTPParserError, .idle), (let error as HTTPParserError, .reading):
      refuse(error == .headerOverflow ? .largeHead(limit: limits.headBytes) : .badRequest)
    case (is HTTPParserError, _), (is ByteToMessageDecoderError, _): break
    default: context.close(promise: nil)
    }
  }

  private func limit(_ time: Duration) { deadline = .now() + TimeAmount(time) }

  /// Sets a timer unless an earlier one is running, which then sets the next one.
  ///
  /// Most requests arrive in one piece, so that they need no timer.
  private func setTimer() {
    guard let context, deadline < timer?.time ?? .distantFuture else { return }
    timer?.check.cancel()
    let check = context.eventLoop.assumeIsolated()
      .scheduleTask(deadline: deadline) {
        self.timer = nil
        guard self.deadline <= .now() else { return self.setTimer() }
        self.context?.close(promise: nil)
      }
    timer = (deadline, check)
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), phase) {
    case (.head(let head), .idle): begin(head)
    case (.body(let part), .reading):
      guard body.count + part.readableBytes <= limits.bodyBytes else {
        return refuse(.largeBody(limit: limits.bodyBytes))
      }
      body += part.readableBytesView
    case (.end, .reading(let endpoint)):
      deadline = .distantFuture
      finish(endpoint)
    default: break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    setTimer()
    context.fireChannelReadComplete()
  }

  private func begin(_ head: HTTPRequestHead) {
    (self.head, body, start) = (head, [], .now)
    limit(limits.requestTime)
    isLast = isLast || !head.isKeepAlive || head.version != .http1_1 || service.isClosing
    path = ServiceEndpoint.path(of: head)
    phase = .reading(Result { () throws(ServiceProblem) in try ServiceEndpoint(head, path: path) })
    let length = head.headers.first(name: "content-length").map { Int($0) ?? .max } ?? 0
    if length > limits.bodyBytes { return refuse(.largeBody(limit: limits.bodyBytes)) }
    let expectations = head.headers["expect"]
    guard expectations.allSatisfy({ $0.lowercased() == "100-continue" }) else {
      return refuse(.badExpectation)
    }
    if !expectations.isEmpty, head.version == .http1_1 {
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context?.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
  }

  private func finish(_ endpoint: Result<ServiceEndpoint, ServiceProblem>) {
    phase = .answering
    let bytes = body
    body = []
    do throws(ServiceProblem) {
      try answer(try endpoint.get(), bytes)
    } catch {
      send(ServiceAnswer(error))
    }
  }

  private func answer(_ endpoint: ServiceEndpoint, _ bytes: [UInt8]) throws(ServiceProblem) {
    switch endpoint {
    case .resolve(let link?):
      guard link.utf8.count <= limits.locationBytes else {
        throw .largeLocation(limit: limits.locationBytes)
      }
      submit(.resolve([.success(ServiceCall(location: link))], isLines: false, trace))
    case .resolve(nil):
      submit(.resolve([.success(try ServiceCall(bytes, limits))], isLines: false, trace))
    case .resolveLines: submit(.resolve(try lines(bytes), isLines: true, trace))
    case .match: submit(.match(try ServiceCall(bytes, limits)))
    case .ready:
      guard service.isReady else { throw .draining }
      send(.text("ready\n"))
    case .document: send(.json(ServiceDocument.json))
    case .file(let name):
      guard let text = service.file(name, host: head?.headers.first(name: "host")) else {
        throw .notFound(path: "/.well-known/\(name)")
      }
      send(.text(text, type: "application/json"))
    case .health, .metrics, .release: ask(endpoint)
    }
  }

  private var trace: ServiceTrace { ServiceTrace(head?.headers ?? [:]) }

  private func lines(
    _ bytes: [UInt8]
  ) throws(ServiceProblem) -> [Result<ServiceCall, ServiceProblem>] {
    var calls: [Result<ServiceCall, ServiceProblem>] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard calls.count < limits.lines else { throw .manyLines(limit: limits.lines) }
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      calls.append(Result { () throws(ServiceProblem) in try ServiceCall(text, limits) })
    }
    return calls
  }

  private func submit(_ work: ServiceWorker.Work) {
    guard let loop = context?.eventLoop else { return }
    let own = NIOLoopBound(self, eventLoop: loop)
    worker.assumeIsolated { worker in
      worker.submit(work, if: { own.value.context != nil }) { answer in own.value.send(answer) }
    }
  }

  /// Answers a request that needs all event loops.
  private func ask(_ endpoint: ServiceEndpoint) {
    guard let loop = context?.eventLoop else { return }
    let (service, own) = (service, NIOLoopBound(self, eventLoop: loop))
    Task {
      let answer = await service.answer(endpoint)
      loop.execute { own.value.send(answer) }
    }
  }

  // MARK: Answers

  /// Rejects a request before its body is complete, and closes the connection.
  private func refuse(_ problem: ServiceProblem) {
    isLast = true
    phase = .answering
    send(ServiceAnswer(problem))
  }

  /// Closes a connection that gets no further request, once its answers are sent.
  private func closeIfIdle() {
    guard isLast, unsentCount == 0, case .idle = phase else { return }
    context?.close(promise: nil)
  }

  private func send(_ answer: ServiceAnswer) {
    guard case .answering = phase, let context else { return }
    isLast = isLast || service.isClosing
    if let path {
      let duration = ContinuousClock.now - start
      worker.assumeIsolated { $0.note(path: path, duration) }
    }
    var headers = answer.headers
    headers.add(name: "Content-Type", value: answer.type)
    headers.add(name: "Content-Length", value: "\(answer.bytes.count)")
    headers.add(name: "Cache-Control", value: "no-store")
    if isLast { headers.add(name: "Connection", value: "close") }
    let version = head?.version ?? .http1_1
    let response = HTTPResponseHead(version: version, status: answer.status, headers: headers)
    context.write(wrapOutboundOut(.head(response)), promise: nil)
    if head?.method != .HEAD {
      let bytes = context.channel.allocator.buffer(bytes: answer.bytes)
      context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
    }
    (head, path) = (nil, nil)
    // The timer also closes the connection if the client never reads its answer.
    limit(isLast ? limits.requestTime : limits.idleTime)
    setTimer()
    phase = isLast ? .ended : .idle
    let sent = context.eventLoop.makePromise(of: Void.self)
    unsentCount += 1
    let isLast = isLast
    sent.futureResult.assumeIsolated()
      .whenComplete { _ in
        self.unsentCount -= 1
        if isLast { self.context?.close(mode: .output, promise: nil) } else { self.closeIfIdle() }
      }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
  }
}
#endif
