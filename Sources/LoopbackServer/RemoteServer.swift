#if Inspector
import MessageStream
import NIOCore
import NIOHTTP1
import NIOPosix

/// Another server of this kind, which is asked what this one is asked.
///
/// It has its own request guard: its `Host`, the key of its address, and the header of a POST.
///
/// ```swift
/// let far = RemoteServer(try RemoteAddress("http://127.0.0.1:4711/#key=…"))
/// let server = try await LoopbackServer.start(assets: page) { request in
///   do { return try await far.answer(request) } catch { return .content(error.content) }
/// }
/// ```
package final class RemoteServer: Sendable {
  /// How much is taken of the server, and how long it may take.
  package struct Limits: Sendable {
    /// The most bytes of an answer, and of an event of a stream.
    ///
    /// Default: 32 MiB.
    package var answerBytes = 32 << 20

    /// The time in which a connection has to come about.
    ///
    /// Default: 5 s.
    package var connectTime = Duration.seconds(5)

    /// The time in which the server has to say something, of a stream at least a comment.
    ///
    /// Default: 60 s.
    package var silentTime = Duration.seconds(60)

    /// Makes the default limits.
    package init() {}
  }

  package let address: RemoteAddress

  /// The bytes that the system may hold of an answer before they are read.
  private static let receivedBytes: SocketOptionValue = 1 << 20

  /// The statuses of an answer that ends a request; others belong to the connection.
  private static let finalStatuses = 200...599

  private let limits: Limits

  /// Describes a server; it is asked nothing yet.
  package init(_ address: RemoteAddress, limits: Limits = Limits()) {
    (self.address, self.limits) = (address, limits)
  }

  /// Hands a request on.
  ///
  /// - Returns: The server's answer, a refusal of what answers there included; a stream ends when either
  ///   side ends it.
  /// - Throws: ``ForwardError`` when there is no answer of such a server; the next request begins anew.
  package func answer(_ request: ServerRequest) async throws(ForwardError) -> ServerAnswer {
    var headers: HTTPHeaders = [RequestGuard.keyHeader: address.key.text]
    if let id = request.lastEventID { headers.add(name: "Last-Event-ID", value: id) }
    let target = RequestTarget.text(request.path, request.query)
    switch try await exchange(request.method, target, headers, request.body) {
    case .events(let events): return .events(events)
    case .whole(let head, let bytes): return .content(try content(head, bytes))
    }
  }

  /// The content of an answer; only JSON is one, for a page would be taken for this server's.
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

  /// The refusal of a request guard, if an answer is one.
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

  /// Asks on a connection of its own.
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
      // At the end all that the system holds is read at once; without this, that may be 32 MiB.
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
