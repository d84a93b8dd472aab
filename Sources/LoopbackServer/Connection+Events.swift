#if Inspector
import NIOCore
import NIOHTTP1

extension Connection {
  func beginStream(_ events: ServerEvents) {
    guard let context else { return events.close() }
    guard !isInputEnded else {
      // The client disconnected before the response was ready.
      events.close()
      return context.close(promise: nil)
    }
    stopTimer()
    phase = .streaming(events)
    // For an HTTP/1.0 client, the end of the connection marks the end of the stream.
    isLast = isLast || head?.version != .http1_1
    writeHead(.ok, ["Content-Type": "text/event-stream; charset=utf-8"])
    // A browser reconnects after this many milliseconds when it loses the stream.
    write("retry: 1000\n\n")
    beatLater()
    let loop = context.eventLoop
    let own = NIOLoopBound(self, eventLoop: loop)
    events.whenReady { loop.execute { own.value.sendEvents() } }
  }

  /// Sends pending events if the client is ready for them.
  func sendEvents() {
    guard case .streaming(let events) = phase, let context else { return }
    // Checked before the events are taken, because nothing is sent after the end.
    let isOver = events.isClosed
    guard context.channel.isWritable else {
      if isOver { startTimer(limits.requestTime) }
      return
    }
    let text = events.take().map(Self.text).joined()
    if isOver {
      endStream(events)
      phase = .answering
      startTimer(limits.requestTime)
      flush(context.channel.allocator.buffer(string: text))
    } else if !text.isEmpty {
      write(text)
    }
  }

  func endStream(_ events: ServerEvents) {
    heartbeat?.cancel()
    heartbeat = nil
    events.close()
  }

  /// Sends periodic comments, so that the client and all proxies see that the stream is alive.
  private func beatLater() {
    heartbeat = context?.eventLoop.assumeIsolated()
      .scheduleTask(in: TimeAmount(limits.heartbeat)) {
        if self.context?.channel.isWritable == true { self.write(":\n\n") }
        self.beatLater()
      }
  }

  private func write(_ text: String) {
    guard let context else { return }
    let buffer = context.channel.allocator.buffer(string: text)
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
  }

  private static func text(_ event: ServerEvents.Event) -> String {
    let number = event.id.map { "id: \($0)\n" } ?? ""
    let lines = event.data.unicodeScalars.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r"
    }
    let data = lines.map { "data: \(String($0))\n" }.joined()
    return "event: \(event.type)\n\(number)\(data)\n"
  }
}
#endif
