#if Inspector
import MessageStream
import NIOCore
import NIOHTTP1

extension Connection {
  /// Until the client closes, the server keeps reading; otherwise the system discards the response.
  private static let lastTime = Duration.seconds(2)

  private static let fixedHeaders: HTTPHeaders = [
    "Content-Security-Policy": [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "worker-src 'self'",
      "connect-src 'self'", "img-src 'self' data:", "base-uri 'none'", "form-action 'none'",
      "frame-ancestors 'none'",
    ]
    .joined(separator: "; "),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
  ]

  func send(_ refusal: Refusal) {
    send(refusal.content, HTTPHeaders(refusal.details.map { ($0.name, $0.value.text ?? "") }))
  }

  func sendAsset(_ path: String) {
    guard let item = files[path] else { return send(.notFound(path)) }
    let control = item.isFixed ? "max-age=31536000, immutable" : "no-cache"
    // The forms with and without compression are equal, but not byte for byte.
    let packed = acceptsGzip ? item.packed : nil
    let tag = packed == nil ? item.tag : "W/\(item.tag)"
    let headers: HTTPHeaders = ["Cache-Control": control, "ETag": tag]
    if head?.headers["if-none-match"].contains(where: item.isKnown) == true {
      send(ServerContent(304, type: item.content.type, []), headers)
    } else {
      send(packed ?? item.content, headers)
    }
  }

  func send(_ content: ServerContent, _ extra: HTTPHeaders = [:]) {
    guard let context else { return }
    phase = .answering
    startTimer(limits.requestTime)
    var headers = extra
    headers.add(contentsOf: content.headers)
    headers.add(name: "Content-Type", value: content.type)
    headers.add(name: "Content-Length", value: "\(content.bytes.count)")
    writeHead(HTTPResponseStatus(statusCode: content.status), headers)
    let isWithBody = head?.method != .HEAD && content.status != 304
    flush(context.channel.allocator.buffer(bytes: isWithBody ? content.bytes : []))
  }

  func writeHead(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) {
    var headers = headers
    headers.add(contentsOf: Self.fixedHeaders)
    if !headers.contains(name: "cache-control") {
      headers.add(name: "Cache-Control", value: "no-store")
    }
    if isLast { headers.add(name: "Connection", value: "close") }
    let version = head?.version ?? .http1_1
    let answer = HTTPResponseHead(version: version, status: status, headers: headers)
    context?.write(wrapOutboundOut(.head(answer)), promise: nil)
  }

  /// The next request starts when the client has the bytes, so that responses do not accumulate.
  func flush(_ bytes: ByteBuffer) {
    guard let context else { return }
    let loop = context.eventLoop.assumeIsolated()
    let sent = context.eventLoop.makePromise(of: Void.self)
    // Deferred, so that a thousand pipelined requests do not recurse a thousand levels.
    sent.futureResult.assumeIsolated()
      .whenComplete { result in
        loop.execute { self.finishAnswer(result) }
      }
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: sent)
  }

  private func finishAnswer(_ result: Result<Void, any Error>) {
    guard case .answering = phase, let context else { return }
    guard case .success = result else { return context.close(promise: nil) }
    // The write below may start the next request, which may be the last one.
    let isLast = isLast
    phase = isLast ? .ended : .idle
    startTimer(isLast ? min(Self.lastTime, limits.requestTime) : limits.requestTime)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if isLast { context.close(mode: isInputClosed ? .all : .output, promise: nil) }
  }
}
#endif
