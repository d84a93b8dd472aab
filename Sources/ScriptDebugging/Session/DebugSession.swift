import Dispatch
package import MessageStream
import ScriptHost
import Synchronization

/// One client of the Debug Adapter Protocol, from its connection to its end.
///
/// It has threads of its own and never waits for the scripts, which may be stopped: what it wants of
/// them are jobs that run where they do. When the client goes, in the middle of a stop too, the
/// debugger is detached, and the scripts go on.
package final class DebugSession: Sendable {
  private let connection: MessageConnection
  private let outbox: DebugOutbox
  private let reading = DispatchQueue(label: "moonroute.debug.read")
  private let queue = DispatchQueue(label: "moonroute.debug")

  // Invariant: used on `queue` only.
  nonisolated(unsafe) private let conversation: DebugConversation

  private struct End {
    var status: Int32?
    var waiting: [@Sendable (Int32) -> Void] = []
  }

  private let end = Mutex(End())

  /// Makes a session that has not begun.
  package init(over connection: MessageConnection, debugging target: any DebugTarget) {
    self.connection = connection
    outbox = DebugOutbox(connection)
    conversation = DebugConversation(outbox, target)
  }

  /// Begins to read requests.
  package func start() {
    queue.sync { conversation.session = self }
    reading.async { self.read() }
  }

  /// Waits until the session is over.
  ///
  /// - Returns: The exit status of the program that it started.
  package func wait() async -> Int32 {
    await withCheckedContinuation { continuation in
      whenOver { continuation.resume(returning: $0) }
    }
  }

  /// Calls a function once the session is over, on any thread, with the exit status.
  func whenOver(_ notify: @escaping @Sendable (Int32) -> Void) {
    let status = end.withLock { end in
      if end.status == nil { end.waiting.append(notify) }
      return end.status
    }
    if let status { notify(status) }
  }

  /// Ends the session, as if the client had gone.
  package func close() { connection.close() }

  private func read() {
    while true {
      switch connection.receive() {
      case .message(let message):
        // One after the other, so that no client can pile requests up.
        let handover = queue.sync {
          conversation.take(message)
          return conversation.options.handover
        }
        if let handover, handOver(message, handover.request, to: handover.address) { return }
      case .malformed(let why):
        outbox.output("moonroute: a message is not read: \(why)")
      case .end(let problem):
        queue.sync { conversation.lose(problem) }
        return
      }
    }
  }

  /// Lets another program answer a request and all that follow.
  ///
  /// - Returns: Whether there is such a program; else the request is refused.
  private func handOver(
    _ message: JSON,
    _ request: DebugRequest,
    to address: MessageAddress
  ) -> Bool {
    let greeting = queue.sync {
      conversation.options.handover = nil
      return conversation.client.arguments
    }
    do throws(MessageError) {
      let program = try address.connect()
      let initialize = JSON.fields(
        ("seq", .integer(0)),
        ("type", .text("request")),
        ("command", .text("initialize")),
        ("arguments", greeting)
      )
      program.send(initialize)
      // The client has had such an answer.
      guard case .message = program.receive() else {
        throw .system("the program at '\(address)' is no debug server.")
      }
      program.send(message)
      Task {
        let problem = await MessageRelay.run(connection, program)
        post { $0.lose(problem) }
      }
      return true
    } catch {
      outbox.refuse(request, Refusal(message: "\(error)"))
      return false
    }
  }

  // MARK: For targets

  /// Debugs these scripts from now on, whose breakpoints are set when this returns.
  ///
  /// - Throws: ``Refusal`` when another debugger has them.
  package func attach(to subject: DebugSubject) throws(Refusal) {
    let result = queue.sync { () -> Result<Void, Refusal> in
      Result { () throws(Refusal) in try conversation.attach(to: subject) }
    }
    try result.get()
  }

  /// Shows a line to the user.
  ///
  /// - Parameters:
  ///   - text: The line, without its end.
  ///   - category: `console`, `stdout`, `stderr` or `important`.
  package func output(_ text: String, _ category: String) { outbox.output(text, category) }

  /// Shows text to the user that ends its lines itself.
  package func write(_ text: String) {
    if !text.isEmpty { outbox.output(text, "stdout", end: "") }
  }

  /// Says that the program is over.
  package func exit(_ status: Int32) { post { $0.exit(status) } }

  // MARK: For the conversation

  /// Does something where the conversation is, soon.
  func post(_ body: @escaping @Sendable (DebugConversation) -> Void) {
    queue.async { body(self.conversation) }
  }

  /// Does something where the conversation is, after some time.
  func post(
    after delay: DispatchTimeInterval,
    _ body: @escaping @Sendable (DebugConversation) -> Void
  ) {
    queue.asyncAfter(deadline: .now() + delay) { body(self.conversation) }
  }

  /// Sends what waits, ends the connection, and calls all that wait for the end.
  func finish(_ status: Int32) {
    let (isFirst, waiting) = end.withLock { end in
      defer { (end.status, end.waiting) = (end.status ?? status, []) }
      return (end.status == nil, end.waiting)
    }
    guard isFirst else { return }
    // A thread of its own: those of tasks may all be stopped.
    connection.finish {
      for notify in waiting { notify(status) }
    }
  }
}
