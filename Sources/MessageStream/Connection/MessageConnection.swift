import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A connection over which JSON messages come and go: a socket, or the two standard streams.
///
/// One reader takes messages, on a thread that may wait or in a task. Any thread may send: messages
/// queue up and are written in order by a thread of the connection, so that nothing waits for a reader
/// at the other end that has stopped reading. When too much waits for it, the connection ends.
package final class MessageConnection: Sendable {
  /// The next thing that came.
  package enum Received: Equatable, Sendable {
    case message(JSON)
    /// A message whose text is no JSON, and why; the connection goes on.
    case malformed(String)
    /// The end, and the reason if it is not the ordinary one.
    case end(MessageError?)
  }

  /// The bytes that may wait to be written if nothing else is asked for.
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
  /// Ends waits for two streams; a socket that is both hears of it by being hung up.
  private let wake: Wake?
  private let parser: Mutex<MessageParser>
  private let output = Mutex(Output())
  private let readQueue = DispatchQueue(label: "moonroute.messages.read")
  private let writeQueue = DispatchQueue(label: "moonroute.messages.write")

  /// Takes descriptors over, which nothing else may close: they are closed with the connection, or
  /// when it cannot be made.
  ///
  /// - Parameters:
  ///   - reading: Where messages come from.
  ///   - writing: Where messages go to; for a socket the same.
  ///   - limit: The bytes that a message may have that comes. Default: 16 MiB.
  ///   - queueLimit: The bytes that may wait to be written. Default: 64 MiB.
  /// - Throws: ``MessageError/system(_:)`` when the process has no descriptors left.
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

  /// The connection over standard input and standard output, which are its own from now on: whatever
  /// else the process prints goes to standard error.
  package static func standard() throws(MessageError) -> MessageConnection {
    let (input, output) = try System.takeStandard()
    return try MessageConnection(reading: input, writing: output)
  }

  // No thread reads or writes then: each holds the connection as long as it does.
  deinit { Self.end(reading, writing) }

  private static func end(_ reading: Int32, _ writing: Int32) {
    System.end(reading)
    if writing != reading { System.end(writing) }
  }

  // MARK: Receiving

  /// Waits for the next message on this thread.
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

  /// Waits for the next message in a task, off its executor.
  package func next() async -> Received {
    await withCheckedContinuation { continuation in
      readQueue.async { continuation.resume(returning: self.receive()) }
    }
  }

  /// The reason why the connection ended, if it did so in no order.
  package var problem: MessageError? { output.withLock { $0.problem } }

  // MARK: Sending

  /// Sends a message behind those that wait, and does not wait itself.
  ///
  /// After the end it goes nowhere.
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

  /// Ends the connection at once: a reader that waits gets the end, and messages that wait to
  /// be written go nowhere.
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

  /// Ends the connection once all that was sent is written.
  package func finish() async {
    await withCheckedContinuation { continuation in finish { continuation.resume() } }
  }

  /// Ends the connection once all that was sent is written, and calls a function then, on any thread.
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

  /// Writes what is queued, until nothing is.
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
      // Everything that waits goes out in few pieces.
      let bytes = Array(output.queue.joined())
      output.queue = []
      output.byteCount = 0
      return (bytes, [])
    }
    for notify in waiting { notify() }
    return bytes
  }
}
