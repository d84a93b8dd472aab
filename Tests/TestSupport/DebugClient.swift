import Dispatch
package import MessageStream
import Synchronization

/// A client of the Debug Adapter Protocol, like an editor.
package final class DebugClient: Sendable {
  /// The connection ended, or the test was cancelled.
  package struct Over: Error {
    package init() {}
  }

  /// A refused request, with the adapter's message.
  package struct Refused: Error, CustomStringConvertible {
    package let description: String
  }

  private struct Waiting {
    let name: String
    let continuation: CheckedContinuation<JSON?, Never>
  }

  private struct State {
    var count = 0
    var answers: [Int: JSON] = [:]
    var asking: [Int: CheckedContinuation<JSON?, Never>] = [:]
    var events: [JSON] = []
    var waiting: [Waiting] = []
    var isOver = false
  }

  private let connection: MessageConnection
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "client")

  package init(over connection: MessageConnection) {
    self.connection = connection
    queue.async { [self] in
      while case .message(let message) = connection.receive() { take(message) }
      let (asking, waiting) = state.withLock { state in
        state.isOver = true
        defer { (state.asking, state.waiting) = ([:], []) }
        return (state.asking, state.waiting)
      }
      for continuation in asking.values { continuation.resume(returning: nil) }
      for waiting in waiting { waiting.continuation.resume(returning: nil) }
    }
  }

  /// Disconnects without a request.
  package func vanish() { connection.close() }

  private func take(_ message: JSON) {
    let continuation = state.withLock { state -> CheckedContinuation<JSON?, Never>? in
      if let number = message["request_seq"].int {
        if let continuation = state.asking.removeValue(forKey: number) { return continuation }
        state.answers[number] = message
        return nil
      }
      let index = state.waiting.firstIndex { $0.name == message["event"].text }
      if let index { return state.waiting.remove(at: index).continuation }
      state.events.append(message)
      return nil
    }
    continuation?.resume(returning: message)
  }

  // MARK: Requests

  /// Sends a request without waiting for its response.
  @discardableResult
  package func send(_ command: String, _ arguments: JSON = .null) -> Int {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    connection.send(
      .present(
        ("seq", .int(number)),
        ("type", .text("request")),
        ("command", .text(command)),
        ("arguments", arguments)
      )
    )
    return number
  }

  /// The response to a sent request.
  package func answer(to number: Int) async throws -> JSON {
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<JSON?, Never>) in
        let known = state.withLock { state -> JSON?? in
          if let answer = state.answers.removeValue(forKey: number) { return answer }
          if state.isOver { return .some(nil) }
          state.asking[number] = continuation
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      vanish()
    }
    guard let answer else { throw Over() }
    guard answer["success"].bool == true else {
      throw Refused(description: answer["message"].text ?? "")
    }
    return answer["body"]
  }

  /// Sends a request.
  ///
  /// - Returns: The body of the response.
  @discardableResult
  package func ask(_ command: String, _ arguments: (String, JSON)...) async throws -> JSON {
    try await answer(
      to: send(command, .object(arguments.map { JSON.Field($0.0, $0.1) }))
    )
  }

  /// Waits for the next event with a name, including earlier unread events.
  ///
  /// - Returns: Its body.
  @discardableResult
  package func event(_ name: String) async throws -> JSON {
    let event = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<JSON?, Never>) in
        let known = state.withLock { state -> JSON?? in
          if let index = state.events.firstIndex(where: { $0["event"].text == name }) {
            return state.events.remove(at: index)
          }
          if state.isOver { return .some(nil) }
          state.waiting.append(Waiting(name: name, continuation: continuation))
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      vanish()
    }
    guard let event else { throw Over() }
    return event["body"]
  }

  /// Whether an unread event with a name has arrived.
  package func hasEvent(_ name: String) -> Bool {
    state.withLock { $0.events.contains { $0["event"].text == name } }
  }

  // MARK: Convenience

  /// Initializes the session, and attaches or launches.
  package func begin(_ command: String = "attach", _ arguments: (String, JSON)...) async throws {
    try await ask("initialize", ("adapterID", .text("moonroute")))
    let number = send(command, .object(arguments.map { JSON.Field($0.0, $0.1) }))
    _ = try await answer(to: number)
    try await event("initialized")
  }

  @discardableResult
  package func setBreakpoints(_ path: String, _ lines: Int...) async throws -> [JSON] {
    try await setBreakpoints(path, lines.map { .fields(("line", .int($0))) })
  }

  /// Sets breakpoints with conditions and other properties.
  @discardableResult
  package func setBreakpoints(_ path: String, _ breakpoints: [JSON]) async throws -> [JSON] {
    let body = try await ask(
      "setBreakpoints",
      ("source", .fields(("path", .text(path)))),
      ("breakpoints", .list(breakpoints))
    )
    return body["breakpoints"].items
  }

  /// Waits until the program has verified the breakpoints in loaded files.
  ///
  /// - Returns: The verified breakpoints.
  package func placed(_ breakpoints: [JSON]) async throws -> [JSON] {
    var latest = breakpoints
    while latest.contains(where: { $0["message"].text == "The file is not loaded yet." }) {
      let changed = try await event("breakpoint")["breakpoint"]
      if let index = latest.firstIndex(where: { $0["id"] == changed["id"] }) {
        latest[index] = changed
      }
    }
    return latest
  }

  /// Waits for a stop.
  ///
  /// - Returns: The reason, and the position of the innermost frame.
  package func stopped() async throws -> (reason: String, place: String, thread: Int) {
    let body = try await event("stopped")
    let thread = body["threadId"].int ?? 0
    return (body["reason"].text ?? "", try await place(of: thread), thread)
  }

  /// The position of a thread's innermost frame, such as `main.lua:7`.
  package func place(of thread: Int) async throws -> String {
    let frames = try await frames(of: thread)
    return frames.first.map { "\($0["source"]["name"].text ?? ""):\($0["line"].int ?? 0)" }
      ?? "none"
  }

  package func frames(of thread: Int) async throws -> [JSON] {
    try await ask("stackTrace", ("threadId", .int(thread)))["stackFrames"].items
  }

  /// Resumes a thread with `continue`, `next`, `stepIn` or `stepOut`.
  package func go(_ command: String, _ thread: Int) async throws {
    try await ask(command, ("threadId", .int(thread)))
  }

  /// The values in a scope of the innermost frame, as `name = value`.
  package func values(_ scope: String, of thread: Int) async throws -> [String] {
    let reference = try await reference(scope, of: thread)
    return try await variables(reference)
      .map {
        "\($0["name"].text ?? "") = \($0["value"].text ?? "")"
      }
  }

  /// The number of a scope of the innermost frame.
  package func reference(_ scope: String, of thread: Int) async throws -> Int {
    let frame = try await frames(of: thread).first?["id"].int ?? 0
    let scopes = try await ask("scopes", ("frameId", .int(frame)))["scopes"].items
    return scopes.first { $0["name"].text == scope }?["variablesReference"].int ?? 0
  }

  package func variables(_ reference: Int) async throws -> [JSON] {
    try await ask("variables", ("variablesReference", .int(reference)))["variables"].items
  }

  /// Evaluates text in the innermost frame of a thread.
  package func evaluate(
    _ text: String,
    of thread: Int,
    context: String = "watch"
  ) async throws -> String {
    let frame = try await frames(of: thread).first?["id"] ?? .null
    let body = try await ask(
      "evaluate",
      ("expression", .text(text)),
      ("frameId", frame),
      ("context", .text(context))
    )
    return body["result"].text ?? ""
  }
}
