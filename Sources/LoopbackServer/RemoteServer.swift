#if Inspector
import MessageStream
import NIOCore
import NIOHTTP1
import NIOPosix

/// Another server of this kind that answers forwarded requests.
///
/// The requests satisfy its request guard: they have its `Host`, its key and the POST header.
///
/// ```swift
/// let far = RemoteServer(try RemoteAddress("http://127.0.0.1:4711/#key=…"))
/// let server = try await LoopbackServer.start(assets: page) { request in
///   do { return try await far.answer(request) } catch { return .content(error.content) }
/// }
/// ```
package final class RemoteServer: Sendable {
  /// The size and time limits for the other server.
  package struct Limits: Sendable {
    /// The maximum size of a response, and of an event in a stream.
    package var answerBytes = 32 << 20

    package var connectTime = Duration.seconds(5)

    /// The timeout between bytes from the server; a stream must send at least a comment.
    package var silentTime = Duration.seconds(60)

    package init() {}
  }

  package let address: RemoteAddress

  private static let receivedBytes: SocketOptionValue = 1 << 20

  /// The statuses that complete a request; others belong to the connection.
  private static let finalStatuses = 200...599

  private let limits: Limits

  package init(_ address: RemoteAddress, limits: Limits = Limits()) {
    (self.address, self.limits) = (address, limits)
  }

  /// Forwards a request, which the server may refuse; a stream ends when either side ends it.
  package func answer(_ request: ServerRequest) async throws(ForwardError) -> ServerAnswer {
    var headers: HTTPHeaders = [RequestGuard.keyHeader: address.key.text]
    if let id = request.lastEventID { headers.add(name: "Last-Event-ID", value: id) }
    let target = RequestTarget.text(request.path, request.query)
    switch try await exchange(request.method, target, headers, request.body) {
    case .events(let events): return .events(events)
    case .whole(let head, let bytes): return .content(try content(head, bytes))
    }
  }

  /// Only JSON is accepted, because a page could pose as this server's page.
  private func content(
    _ head: HTTPResponseHead,
    _ bytes: [UInt8]
  ) throws(ForwardError) -> ServerContent {
    if let refusal = refusal(head, bytes) { throw refusal }
    let type = "application/json"
    guard Self.finalStatuses.contains(Int(head.status.code)),
      head.headers["content-type"].first?.hasPrefix(type) == true
    else { throw .notServer(place: address.place) }
    return ServerContent(Int(head.status.code), type: type, bytes)
  }

  /// The refusal of a request guard, if the response is one.
  private func refusal(_ head: HTTPResponseHead, _ bytes: [UInt8]) -> ForwardError? {
    guard head.status == .forbidden, let error = try? JSONParser.parse(bytes)["error"] else {
      return nil
    }
    switch error["code"].text {
    case "wrong_key", "missing_key": return .refusedKey(place: address.place)
    case "foreign_host":
      return .otherPort(place: address.place, words: error["message"].text ?? "")
    default: return nil
    }
  }

  /// Sends a request on a separate connection.
  private func exchange(
    _ method: ServerRequest.Method,
    _ target: String,
    _ extra: HTTPHeaders,
    _ body: [UInt8]
  ) async throws(ForwardError) -> FarExchange.Answer {
    var headers = extra
    headers.add(name: "Host", value: address.place)
    headers.add(name: "Connection", value: "close")
    if method == .post {
      headers.add(name: "X-Moonroute", value: "1")
      headers.add(name: "Content-Type", value: "application/json")
      headers.add(name: "Content-Length", value: "\(body.count)")
    }
    let head = HTTPRequestHead(
      version: .http1_1,
      method: method == .post ? .POST : .GET,
      uri: target,
      headers: headers
    )
    let (place, limits) = (address.place, limits)
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let promise = loop.makePromise(of: FarExchange.Answer.self)
    ClientBootstrap(group: loop)
      .connectTimeout(TimeAmount(limits.connectTime))
      .channelOption(.autoRead, value: false)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      // At the end, all data in the system's buffer is read, which may otherwise be 32 MiB.
      .channelOption(.socketOption(.so_rcvbuf), value: Self.receivedBytes)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let exchange = FarExchange(head, body, place: place, limits: limits, promise)
          try channel.pipeline.syncOperations.addHandlers([
            HTTPRequestEncoder(), ByteToMessageHandler(HTTPResponseDecoder()), exchange,
          ])
        }
      }
      .connect(host: address.host, port: address.port)
      .whenFailure { promise.fail($0) }
    do {
      return try await promise.futureResult.get()
    } catch {
      throw error as? ForwardError ?? ForwardError(error, place: place)
    }
  }
}
#endif
