#if Inspector
import NIOCore
import NIOHTTP1

extension Connection {
  func beginStream(_ events: ServerEvents) {
    guard let context else { return events.close() }
    guard !isInputEnded else {
      // It has hung up while the answer was made.
      events.close()
      return context.close(promise: nil)
    }
    stopTimer()
    phase = .streaming(events)
    // A client of HTTP/1.0 knows the end of the stream by that of the connection.
    isLast = isLast || head?.version != .http1_1
    writeHead(.ok, ["Content-Type": "text/event-stream; charset=utf-8"])
    // A browser that loses the stream asks for it again after this many milliseconds.
    write("retry: 1000\n\n")
    beatLater()
    let loop = context.eventLoop
    let own = NIOLoopBound(self, eventLoop: loop)
    events.whenReady { loop.execute { own.value.sendEvents() } }
  }

  /// Sends the events that wait, if the client can take them.
  func sendEvents() {
    guard case .streaming(let events) = phase, let context else { return }
    // Before the events are taken, for nothing is sent after the end.
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

  /// Sends a comment now and then, which tells the client, and all between, that the stream lives.
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
