import Dispatch
import LuaRuntime
import MessageStream
import Moonroute
import ScriptHost

extension DebugConversation {
  /// The maximum wait for running scripts.
  static let patience = DispatchTimeInterval.milliseconds(200)

  /// A placeholder thread while no script runs, so that the client can pause something.
  private static let idle = JSON.fields(("id", .integer(2_147_483_647)), ("name", .text("scripts")))

  func threadList(_ reply: DebugReply) {
    ask(reply, { $0.threads() }) { conversation, threads in
      conversation.note(threads)
      return Self.json(threads)
    }
    guard stop == nil else { return }
    // A script that never ends blocks the query. The client must still be able to stop it.
    session?
      .post(after: Self.patience) { conversation in
        reply.succeed(Self.json(Array(conversation.threads.values)))
      }
  }

  private static func json(_ threads: [ScriptThread]) -> JSON {
    let list = threads.sorted { $0.id < $1.id }
      .map { JSON.fields(("id", .int($0.id)), ("name", .text($0.name))) }
    return .fields(("threads", .list(list.isEmpty ? [idle] : list)))
  }

  func go(_ way: LuaGo, _ reply: DebugReply) throws(Refusal) {
    guard let debugger, debugger.isStopped else { throw .notStopped }
    stop = nil
    // The response must precede the next stop.
    reply.succeed(.fields(("allThreadsContinued", .bool(true))))
    debugger.resume(way)
  }

  func pause(_ reply: DebugReply) {
    // Scripts that start after the response stop. The event of the stop still follows the response,
    // because this queue sends it later.
    if stop == nil { debugger?.pause() }
    reply.succeed()
  }

  func hotReload(_ reply: DebugReply) {
    guard let host = subject?.host else { return reply.fail(.nothingDebugged) }
    host.reloadChanged { result in
      switch result {
      case .success(let generation):
        reply.succeed(
          .present(
            ("changed", .bool(generation != nil)),
            ("generation", generation.map(JSON.int) ?? .null)
          )
        )
      case .failure(let problem): reply.fail(problem)
      }
    }
  }

  // MARK: Events

  func take(_ event: ScriptDebugEvent) {
    guard phase != .over else { return }
    switch event {
    case .stopped(let stop): begin(stop)
    case .continued(let thread):
      guard stop != nil else { return }
      stop = nil
      outbox.event(
        "continued",
        .fields(("threadId", .int(thread)), ("allThreadsContinued", .bool(true)))
      )
    case .output(let text, let position):
      outbox.output(text, at: place(position?.file, position?.line))
    case .breakpoint(let state):
      if let noted = breakpoints.note(state) { report(noted.entry, in: noted.file) }
    case .loaded(_, let files): note(files: files)
    case .ended:
      detach()
      outbox.event("terminated")
    }
  }

  /// Handles a stop of the scripts: sends the current threads to the client, then the stop.
  private func begin(_ stop: ScriptStop) {
    debugger?
      .perform { [weak session] scripts in
        let threads = scripts.threads()
        session?
          .post { conversation in
            conversation.note(threads)
            conversation.report(stop)
          }
      }
  }

  private func report(_ stop: ScriptStop) {
    guard debugger?.isStopped == true else { return }
    self.stop = stop
    var reason = stop.reason.word
    if stop.reason == .pause, options.stopsAtEntry { reason = "entry" }
    options.stopsAtEntry = false
    outbox.event(
      "stopped",
      .present(
        ("reason", .text(reason)),
        ("description", .text(stop.description)),
        ("text", .optional(stop.error?.message)),
        ("threadId", .int(stop.thread)),
        ("allThreadsStopped", .bool(true)),
        (
          "hitBreakpointIds",
          stop.breakpoints.isEmpty
            ? .null : .list(stop.breakpoints.compactMap { breakpoints.id(of: $0).map(JSON.int) })
        )
      )
    )
  }

  /// Notifies the client of started and ended threads.
  func note(_ now: [ScriptThread]) {
    let before = threads
    threads = Dictionary(now.map { ($0.id, $0) }) { $1 }
    for id in before.keys.sorted() where threads[id] == nil { tell("exited", id) }
    for id in threads.keys.sorted() where before[id] == nil { tell("started", id) }
  }

  private func tell(_ reason: String, _ thread: Int) {
    outbox.event("thread", .fields(("reason", .text(reason)), ("threadId", .int(thread))))
  }

  /// Records the loaded scripts, and notifies the client.
  func note(files: [String]) {
    let before = paths.names
    paths.names = Set(files)
    setLateBreakpoints()
    for file in before.subtracting(files).sorted() { tellSource("removed", file) }
    for file in files.sorted() { tellSource(before.contains(file) ? "changed" : "new", file) }
  }

  private func tellSource(_ reason: String, _ file: String) {
    outbox.event(
      "loadedSource",
      .fields(("reason", .text(reason)), ("source", source(named: file)))
    )
  }

  func show(_ entry: LogEntry) {
    guard phase != .over else { return }
    let isBad = entry.level == .warn || entry.level == .error
    outbox.output(
      entry.wholeMessage,
      isBad ? "stderr" : "stdout",
      at: place(entry.site?.file, entry.site?.line)
    )
  }

  /// The fields of an output event for the position in the scripts.
  private func place(_ file: String?, _ line: Int?) -> [JSON.Field] {
    guard let file, let line else { return [] }
    return [JSON.Field("source", source(named: file)), JSON.Field("line", client.line(line))]
  }
}

extension ScriptStop.Reason {
  /// The protocol's name.
  fileprivate var word: String {
    switch self {
    case .breakpoint: "breakpoint"
    case .functionBreakpoint: "function breakpoint"
    case .step: "step"
    case .pause: "pause"
    case .exception: "exception"
    }
  }
}

extension ScriptStop {
  fileprivate var description: String {
    switch reason {
    case .breakpoint: "Stopped at a breakpoint"
    case .functionBreakpoint: "Stopped at the start of a route's function"
    case .step: "Stopped after a step"
    case .pause: "Stopped"
    case .exception(.failedOpen): "Stopped at an open that failed"
    case .exception(.raised): "Stopped at an error that was raised"
    case .exception(.uncaught): "Stopped at an error that no script catches"
    }
  }
}
