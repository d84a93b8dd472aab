import Dispatch
package import MessageStream
import ScriptHost
import Synchronization

/// One client of the Debug Adapter Protocol, from connecting to disconnecting.
///
/// It has its own threads and never blocks on the scripts, which may be stopped: its queries run as
/// jobs on the scripts' executor. When the client disconnects, even during a stop, the debugger is
/// detached, and the scripts continue.
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

  /// Creates a session without starting it.
  package init(over connection: MessageConnection, debugging target: any DebugTarget) {
    self.connection = connection
    outbox = DebugOutbox(connection)
    conversation = DebugConversation(outbox, target)
  }

  package func start() {
    queue.sync { conversation.session = self }
    reading.async { self.read() }
  }

  /// Waits until the session ends, and returns the exit status of the started program.
  package func wait() async -> Int32 {
    await withCheckedContinuation { continuation in
      whenOver { continuation.resume(returning: $0) }
    }
  }

  /// Calls a function with the exit status when the session ends, on any thread.
  func whenOver(_ notify: @escaping @Sendable (Int32) -> Void) {
    let status = end.withLock { end in
      if end.status == nil { end.waiting.append(notify) }
      return end.status
    }
    if let status { notify(status) }
  }

  /// Closes the session, as if the client had disconnected.
  package func close() { connection.close() }

  private func read() {
    while true {
      switch connection.receive() {
      case .message(let message):
        // Requests are handled one by one, so that a client cannot queue many of them.
        let handover = queue.sync {
          conversation.take(message)
          return conversation.options.handover
        }
        if let handover, handOver(message, handover.request, to: handover.address) { return }
      case .malformed(let why):
        outbox.output("moonroute: cannot read a message: \(why)")
      case .end(let problem):
        queue.sync { conversation.lose(problem) }
        return
      }
    }
  }

  /// Forwards a request and all later messages to another program; if it does not accept them, the
  /// request is rejected.
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
      // The client already has a response to `initialize`.
      guard case .message = program.receive() else {
        throw .system("the program at '\(address)' is not a debug server.")
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

  // MARK: Functions for targets

  /// Debugs these scripts from now on; when this returns, their breakpoints are set.
  ///
  /// - Throws: ``Refusal`` if another debugger is attached to them.
  package func attach(to subject: DebugSubject) throws(Refusal) {
    let result = queue.sync { () -> Result<Void, Refusal> in
      Result { () throws(Refusal) in try conversation.attach(to: subject) }
    }
    try result.get()
  }

  /// Shows a line to the user; categories are `console`, `stdout`, `stderr` and `important`.
  package func output(_ text: String, _ category: String) { outbox.output(text, category) }

  /// Shows text that contains its own line breaks.
  package func write(_ text: String) {
    if !text.isEmpty { outbox.output(text, "stdout", end: "") }
  }

  package func exit(_ status: Int32) { post { $0.exit(status) } }

  // MARK: Functions for the conversation

  /// Runs a function on the session's queue, asynchronously.
  func post(_ body: @escaping @Sendable (DebugConversation) -> Void) {
    queue.async { body(self.conversation) }
  }

  func post(
    after delay: DispatchTimeInterval,
    _ body: @escaping @Sendable (DebugConversation) -> Void
  ) {
    queue.asyncAfter(deadline: .now() + delay) { body(self.conversation) }
  }

  /// Sends pending messages, closes the connection, and notifies all that wait for the end.
  func finish(_ status: Int32) {
    let (isFirst, waiting) = end.withLock { end in
      defer { (end.status, end.waiting) = (end.status ?? status, []) }
      return (end.status == nil, end.waiting)
    }
    guard isFirst else { return }
    // The callback runs on a dispatch thread, because all threads for tasks may be stopped.
    connection.finish {
      for notify in waiting { notify(status) }
    }
  }
}
