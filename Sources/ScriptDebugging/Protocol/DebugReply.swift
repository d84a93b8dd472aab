import MessageStream
import Synchronization

struct DebugRequest: Sendable {
  let number: Int
  /// The name, such as `setBreakpoints`.
  let command: String
  /// The arguments, or `null`.
  let arguments: JSON

  /// Reads a message, or returns `nil` if it is not a request.
  init?(_ message: JSON) {
    guard message["type"].text == "request", let command = message["command"].text else {
      return nil
    }
    number = message["seq"].int ?? 0
    self.command = command
    arguments = message["arguments"]
  }
}

/// Numbers the messages to the client and sends them, from any thread.
final class DebugOutbox: Sendable {
  private let connection: MessageConnection
  private let count = Mutex(0)

  init(_ connection: MessageConnection) { self.connection = connection }

  func event(_ name: String, _ body: JSON = .null) {
    send(("type", .text("event")), ("event", .text(name)), ("body", body))
  }

  /// Shows a line to the user; categories are `console`, `stdout`, `stderr` and `important`.
  func output(
    _ text: String,
    _ category: String = "console",
    at place: [JSON.Field] = [],
    end: String = "\n"
  ) {
    let fields = [
      JSON.Field("category", .text(category)), JSON.Field("output", .text(text + end)),
    ]
    event("output", .object(fields + place))
  }

  func respond(to request: DebugRequest, _ body: JSON) {
    send(
      ("type", .text("response")),
      ("request_seq", .int(request.number)),
      ("success", .bool(true)),
      ("command", .text(request.command)),
      ("body", body)
    )
  }

  func refuse(_ request: DebugRequest, _ refusal: Refusal) {
    let error = JSON.fields(
      ("id", .integer(1)),
      ("format", .text(refusal.message.replacing("{", with: "(").replacing("}", with: ")"))),
      // Only requests that the user started directly show a dialogue.
      ("showUser", .bool(["launch", "attach", "restart"].contains(request.command)))
    )
    send(
      ("type", .text("response")),
      ("request_seq", .int(request.number)),
      ("success", .bool(false)),
      ("command", .text(request.command)),
      ("message", .text(refusal.message)),
      ("body", .fields(("error", error)))
    )
  }

  private func send(_ fields: (String, JSON)...) {
    let present = fields.filter { $0.1 != .null }.map { JSON.Field($0.0, $0.1) }
    // The lock keeps the numbers in order.
    count.withLock { count in
      count += 1
      connection.send(.object([JSON.Field("seq", .int(count))] + present))
    }
  }
}

/// The pending response to a request; sent once, from any thread.
///
/// If it is released without a response, it reports that the scripts have ended.
final class DebugReply: Sendable {
  let request: DebugRequest
  private let outbox: DebugOutbox
  private let isGiven = Mutex(false)

  init(to request: DebugRequest, _ outbox: DebugOutbox) {
    self.request = request
    self.outbox = outbox
  }

  deinit { fail(.ended) }

  var isOpen: Bool { isGiven.withLock { !$0 } }

  func succeed(_ body: JSON = .null) {
    if claim() { outbox.respond(to: request, body) }
  }

  func fail(_ refusal: Refusal) {
    if claim() { outbox.refuse(request, refusal) }
  }

  /// Lets another program send the response.
  func handOver() { _ = claim() }

  private func claim() -> Bool {
    isGiven.withLock { isGiven in
      defer { isGiven = true }
      return !isGiven
    }
  }
}
