import Dispatch
import LuaRuntime
import MessageStream
import Moonroute
import ScriptHost

/// The state of a session, and its request handlers, used on the session's queue only.
final class DebugConversation {
  enum Phase {
    case new
    /// The client has sent its capabilities.
    case initialized
    /// The program is being created.
    case beginning
    /// The client sets breakpoints.
    case configuring
    case running
    /// The program has ended, or the client has disconnected.
    case over
  }

  let outbox: DebugOutbox
  let target: any DebugTarget
  weak var session: DebugSession?

  var phase = Phase.new
  var client = ClientOptions()
  var subject: DebugSubject?
  var debugger: ScriptDebugger?
  var paths = ScriptPaths()
  var breakpoints = Breakpoints()
  /// The number of breakpoint responses that wait for the scripts.
  var pendingAnswers = 0
  var exceptions: Set<ScriptException> = [.uncaught]

  /// The current stop of the scripts, or `nil` while they run.
  var stop: ScriptStop?

  /// The threads known to the client, by number.
  var threads: [Int: ScriptThread] = [:]

  var options = DebugStartOptions()

  private var observation: LogObservation?

  init(_ outbox: DebugOutbox, _ target: any DebugTarget) {
    self.outbox = outbox
    self.target = target
  }

  // MARK: Scripts

  /// Debugs these scripts from now on, with all existing breakpoints.
  func attach(to subject: DebugSubject) throws(Refusal) {
    self.subject = subject
    paths.add(folder: subject.folder, files: subject.files)
    observation = subject.host.observeLog { [weak session] entry in
      session?.post { $0.show(entry) }
    }
    guard !options.runsFree else { return }
    do throws(ScriptProblems) {
      debugger = try subject.host.attachDebugger { [weak session] event in
        session?.post { $0.take(event) }
      }
    } catch {
      observation = nil
      throw .scripts(error)
    }
    breakpoints.forgetStates()
    debugger?.setExceptions(exceptions)
    setAllBreakpoints()
    if options.stopsAtEntry { debugger?.pause() }
  }

  /// Detaches the debugger; the scripts continue.
  func detach() {
    debugger?.detach()
    debugger = nil
    observation = nil
    stop = nil
  }

  /// Handles a client that has disconnected without a request.
  func lose(_ problem: MessageError?) {
    guard phase != .over else { return }
    phase = .over
    detach()
    if target.startsProgram { target.end() }
    session?.finish(problem == nil ? options.exitStatus : 4)
  }

  func exit(_ status: Int32) {
    guard phase != .over, !options.isOver else { return }
    detach()
    outbox.event("exited", .fields(("exitCode", .int(Int(status)))))
    outbox.event("terminated")
    options.exitStatus = status
    options.isOver = true
  }

  // MARK: Requests

  func take(_ message: JSON) {
    // Ignores responses, because the session sends no requests, and invalid messages.
    guard phase != .over, let request = DebugRequest(message) else { return }
    let reply = DebugReply(to: request, outbox)
    do throws(Refusal) {
      try take(request, reply)
    } catch {
      reply.fail(error)
    }
  }

  private func take(_ request: DebugRequest, _ reply: DebugReply) throws(Refusal) {
    if request.command == "initialize" { return try initialize(request, reply) }
    guard phase != .new else { throw .notInitialized }
    if try configure(request, reply) { return }
    guard Self.commands.contains(request.command) else {
      throw .unknownRequest(request.command)
    }
    guard debugger != nil else { throw .nothingDebugged }
    if try steer(request, reply) { return }
    try inspect(request.command, request.arguments, reply)
  }

  /// The requests that need a debugger.
  private static let commands: Set = [
    "threads", "continue", "next", "stepIn", "stepOut", "pause", "hotReload", "stackTrace",
    "scopes", "variables", "evaluate", "setVariable", "completions", "exceptionInfo", "source",
    "loadedSources",
  ]

  private func steer(_ request: DebugRequest, _ reply: DebugReply) throws(Refusal) -> Bool {
    switch request.command {
    case "threads": threadList(reply)
    case "continue": try go(.on, reply)
    case "next": try go(.over, reply)
    case "stepIn": try go(.into, reply)
    case "stepOut": try go(.out, reply)
    case "pause": pause(reply)
    case "hotReload": hotReload(reply)
    default: return false
    }
    return true
  }

  private func inspect(
    _ command: String,
    _ arguments: JSON,
    _ reply: DebugReply
  ) throws(Refusal) {
    switch command {
    case "stackTrace": try stackTrace(arguments, reply)
    case "scopes": try scopes(arguments, reply)
    case "variables": try variables(arguments, reply)
    case "evaluate": try evaluate(arguments, reply)
    case "setVariable": try setVariable(arguments, reply)
    case "completions": try completions(arguments, reply)
    case "exceptionInfo": try exceptionInfo(reply)
    case "source": try source(arguments, reply)
    default: loadedSources(reply)
    }
  }

  /// Runs `question` on the scripts' executor, and `show` on the session's queue.
  func ask<Answer: Sendable>(
    _ reply: DebugReply,
    _ question: @escaping @Sendable (ScriptInspector) throws(Refusal) -> Answer,
    _ show: @escaping @Sendable (DebugConversation, Answer) -> JSON
  ) {
    debugger?
      .perform { [weak session] scripts in
        do throws(Refusal) {
          let answer = try question(scripts)
          session?.post { reply.succeed(show($0, answer)) }
        } catch {
          reply.fail(error)
        }
      }
  }
}

/// The options for starting a program, and its exit status.
struct DebugStartOptions {
  /// Whether to run without debugging.
  var runsFree = false
  var stopsAtEntry = false
  /// The first request that another program handles, and the address of that program.
  var handover: (request: DebugRequest, address: MessageAddress)?
  var exitStatus: Int32 = 0
  var isOver = false
}
