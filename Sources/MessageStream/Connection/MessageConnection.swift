import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A connection that sends and receives JSON messages: over a socket, or the two standard streams.
///
/// One reader receives messages, on a thread that may block or in a task. Any thread may send: a
/// thread of the connection writes queued messages in order, so that a peer that stops reading
/// blocks no sender. When the queue exceeds its limit, the connection ends.
package final class MessageConnection: Sendable {
  package enum Received: Equatable, Sendable {
    case message(JSON)
    /// A message with invalid JSON, and the reason; the connection continues.
    case malformed(String)
    /// The end, and the reason if it is an error.
    case end(MessageError?)
  }

  package static let queueLimit = 64 << 20

  private struct Output {
    var queue: [[UInt8]] = []
    var byteCount = 0
    var isWriting = false
    var isFinishing = false
    var isOver = false
    var problem: MessageError?
    var waiting: [@Sendable () -> Void] = []
  }

  private let reading: Int32
  private let writing: Int32
  private let isSocket: Bool
  private let queueLimit: Int
  /// Interrupts waits for two streams; shutting down the socket interrupts waits for a socket.
  private let wake: Wake?
  private let parser: Mutex<MessageParser>
  private let output = Mutex(Output())
  private let readQueue = DispatchQueue(label: "moonroute.messages.read")
  private let writeQueue = DispatchQueue(label: "moonroute.messages.write")

  /// Takes ownership of the descriptors, even if it throws; they are the same for a socket.
  package init(
    reading: Int32,
    writing: Int32,
    limit: Int = MessageParser.messageLimit,
    queueLimit: Int = queueLimit
  ) throws(MessageError) {
    self.queueLimit = queueLimit
    self.reading = reading
    self.writing = writing
    isSocket = System.isSocket(writing)
    do throws(MessageError) {
      wake = reading == writing ? nil : try Wake()
    } catch {
      Self.end(reading, writing)
      throw error
    }
    parser = Mutex(MessageParser(limit: limit))
    #if canImport(Darwin)
    var on: Int32 = 1
    setsockopt(writing, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Takes over standard input and output; other output then goes to standard error.
  package static func standard() throws(MessageError) -> MessageConnection {
    let (input, output) = try System.takeStandard()
    return try MessageConnection(reading: input, writing: output)
  }

  // No thread reads or writes now, because both threads retain the connection.
  deinit { Self.end(reading, writing) }

  private static func end(_ reading: Int32, _ writing: Int32) {
    System.end(reading)
    if writing != reading { System.end(writing) }
  }

  // MARK: Receiving

  /// Blocks this thread until the next message.
  package func receive() -> Received {
    let received = read()
    if case .end(let problem?) = received {
      output.withLock { $0.problem = $0.problem ?? problem }
    }
    return received
  }

  private func read() -> Received {
    parser.withLock { parser in
      do throws(MessageError) {
        while true {
          switch try parser.next() {
          case .message(let message): return .message(message)
          case .malformed(let why): return .malformed(why)
          case nil: break
          }
          let isReady = System.wait(reading, for: Int32(POLLIN), wake: wake?.descriptor)
          if let end = output.withLock({ $0.isOver ? Received.end($0.problem) : nil }) {
            return end
          }
          guard isReady else { return .end(.system("cannot wait: \(System.lastError)")) }
          guard let block = System.readBlock(reading) else {
            return .end(.system("cannot read: \(System.lastError)"))
          }
          guard !block.isEmpty else {
            return .end(parser.isBetweenMessages ? nil : .cutShort)
          }
          parser.append(block)
        }
      } catch {
        return .end(error)
      }
    }
  }

  /// Waits for the next message in a task, without blocking its executor.
  package func next() async -> Received {
    await withCheckedContinuation { continuation in
      readQueue.async { continuation.resume(returning: self.receive()) }
    }
  }

  /// The reason why the connection ended, if it is an error.
  package var problem: MessageError? { output.withLock { $0.problem } }

  // MARK: Sending

  /// Queues a message without waiting; after the end, it drops the message.
  package func send(_ message: JSON) {
    let bytes = message.message
    let isTooMuch = output.withLock { output in
      guard !output.isOver, !output.isFinishing else { return false }
      guard output.byteCount + bytes.count <= queueLimit else {
        output.problem = .notRead(bytes: output.byteCount)
        return true
      }
      output.queue.append(bytes)
      output.byteCount += bytes.count
      guard !output.isWriting else { return false }
      output.isWriting = true
      writeQueue.async { self.writeAll() }
      return false
    }
    if isTooMuch { close() }
  }

  /// Closes immediately: a pending read returns the end, and queued messages are dropped.
  package func close() {
    let (isFirst, waiting) = output.withLock { output in
      defer {
        output.isOver = true
        output.queue = []
        output.waiting = []
      }
      return (!output.isOver, output.waiting)
    }
    for notify in waiting { notify() }
    guard isFirst else { return }
    wake?.ring()
    if isSocket { System.hangUp(writing) }
  }

  /// Closes the connection after all queued messages are written.
  package func finish() async {
    await withCheckedContinuation { continuation in finish { continuation.resume() } }
  }

  /// Closes the connection after writing all queued messages, then notifies on any thread.
  package func finish(_ notify: @escaping @Sendable () -> Void) {
    let isIdle = output.withLock { output in
      guard output.isWriting, !output.isOver else { return true }
      output.isFinishing = true
      output.waiting.append { [weak self] in
        self?.close()
        notify()
      }
      return false
    }
    guard isIdle else { return }
    close()
    notify()
  }

  private func writeAll() {
    while let bytes = takeBytes() {
      var rest = bytes[...]
      while !rest.isEmpty {
        let isReady = System.wait(writing, for: Int32(POLLOUT), wake: wake?.descriptor)
        let count = isReady ? System.writePiece(rest, to: writing, isSocket: isSocket) : -1
        guard count >= 0 else { return close() }
        rest = rest.dropFirst(count)
      }
    }
  }

  private func takeBytes() -> [UInt8]? {
    let (bytes, waiting) = output.withLock { output in
      guard !output.isOver, !output.queue.isEmpty else {
        output.isWriting = false
        defer { output.waiting = [] }
        return ([UInt8]?.none, output.waiting)
      }
      // Joins the queued messages, so that they need fewer writes.
      let bytes = Array(output.queue.joined())
      output.queue = []
      output.byteCount = 0
      return (bytes, [])
    }
    for notify in waiting { notify() }
    return bytes
  }
}
