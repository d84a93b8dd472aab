import LuaRuntime
import MessageStream
import ScriptHost

extension DebugConversation {
  /// Handles a request that is allowed before the scripts are loaded, and returns whether it is
  /// one.
  func configure(_ request: DebugRequest, _ reply: DebugReply) throws(Refusal) -> Bool {
    // A client must show the token of a running program before the session stores anything for it.
    if request.command.hasPrefix("set"), subject == nil, !target.startsProgram {
      throw .nothingDebugged
    }
    switch request.command {
    case "launch", "attach": try begin(request, reply)
    case "configurationDone": try configurationDone(reply)
    case "setBreakpoints": try setBreakpoints(request.arguments, reply)
    case "setFunctionBreakpoints": setFunctionBreakpoints(request.arguments, reply)
    case "setExceptionBreakpoints": setExceptions(request.arguments, reply)
    case "disconnect": disconnect(request.arguments, reply)
    case "terminate": try terminate(reply)
    case "restart": try restart(reply)
    default: return false
    }
    return true
  }

  func initialize(_ request: DebugRequest, _ reply: DebugReply) throws(Refusal) {
    guard phase == .new else { throw .outOfTurn(request.command) }
    client = ClientOptions(request.arguments)
    phase = .initialized
    reply.succeed(DebugCapabilities.body)
  }

  private func begin(_ request: DebugRequest, _ reply: DebugReply) throws(Refusal) {
    guard phase == .initialized, let session else { throw .outOfTurn(request.command) }
    let starts = request.command == "launch"
    let arguments = request.arguments
    guard starts == target.startsProgram else {
      guard !starts else { throw .runsAlready }
      guard let address = arguments["socket"].text else { throw .nothingToAttach }
      options.handover = (request, MessageAddress(address))
      return reply.handOver()
    }
    options.runsFree = starts && arguments["noDebug"].bool == true
    options.stopsAtEntry = arguments["stopOnEntry"].bool == true
    paths.localRoot = arguments["localRoot"].text
    phase = .beginning
    target.begin(arguments, in: session) { [weak session] result in
      session?.post { $0.began(result, reply) }
    }
  }

  private func began(_ result: Result<DebugSubject?, Refusal>, _ reply: DebugReply) {
    guard phase == .beginning else { return }
    do throws(Refusal) {
      if let subject = try result.get() { try attach(to: subject) }
      phase = .configuring
      // Loaded scripts must report their names first, so that breakpoints can be assigned to them.
      afterScripts { conversation in
        guard reply.isOpen else { return }
        reply.succeed()
        conversation.outbox.event("initialized")
      }
    } catch {
      phase = .initialized
      reply.fail(error)
      // A wrong token closes the connection, so that guessing tokens is slow.
      if error == .wrongToken { lose(nil) }
    }
  }

  private func configurationDone(_ reply: DebugReply) throws(Refusal) {
    guard phase == .configuring, !options.isOver, let session else {
      throw .outOfTurn("configurationDone")
    }
    phase = .running
    reply.succeed()
    target.run(in: session)
  }

  // MARK: End

  private func disconnect(_ arguments: JSON, _ reply: DebugReply) {
    let ends = arguments["terminateDebuggee"].bool ?? target.startsProgram
    phase = .over
    detach()
    if ends, target.startsProgram { target.end() }
    reply.succeed()
    session?.finish(options.exitStatus)
  }

  private func terminate(_ reply: DebugReply) throws(Refusal) {
    guard target.startsProgram else { throw .notStarted }
    guard !options.isOver else { return reply.succeed() }
    debugger?.resume(.end)
    detach()
    target.end()
    reply.succeed()
    exit(options.exitStatus)
  }

  private func restart(_ reply: DebugReply) throws(Refusal) {
    guard phase == .running, !options.isOver, let session else { throw .nothingDebugged }
    // The stopped script belongs to the previous rules.
    if debugger?.resume(.end) == true { stop = nil }
    target.restart(in: session) { result in
      switch result {
      case .success: reply.succeed()
      case .failure(let problem): reply.fail(problem)
      }
    }
  }

  // MARK: Breakpoints

  private func setBreakpoints(_ arguments: JSON, _ reply: DebugReply) throws(Refusal) {
    let source = arguments["source"]
    let name: String?
    if let path = source["path"].text {
      name = paths.name(ofPath: path)
    } else if let reference = source["sourceReference"].int, reference > 0 {
      guard paths.references.indices.contains(reference - 1) else { throw .noSource(reference) }
      name = paths.references[reference - 1]
    } else {
      throw .missingArgument("source.path")
    }
    let wishes =
      arguments["breakpoints"].items.isEmpty
      ? arguments["lines"].items.map { JSON.fields(("line", $0)) }
      : arguments["breakpoints"].items
    let key = breakpoints.replace(wishes.map(request), in: source, named: name)
    setBreakpoints(of: key, else: name)
    answer(reply) { conversation in
      (conversation.breakpoints.files[key]?.entries ?? []).map { conversation.json($0, in: source) }
    }
  }

  /// Responds with breakpoints after the scripts have set them, so that the response contains their
  /// positions; it does not wait long for busy scripts.
  private func answer(
    _ reply: DebugReply,
    _ breakpoints: @escaping @Sendable (DebugConversation) -> [JSON]
  ) {
    pendingAnswers += 1
    afterScripts { conversation in
      guard reply.isOpen else { return }
      conversation.pendingAnswers -= 1
      reply.succeed(.fields(("breakpoints", .list(breakpoints(conversation)))))
    }
  }

  /// Calls a function immediately without a debugger, otherwise twice: after the scripts have
  /// completed all earlier requests, and after a timeout.
  private func afterScripts(_ finish: @escaping @Sendable (DebugConversation) -> Void) {
    guard let debugger else { return finish(self) }
    debugger.perform { [weak session] _ in session?.post(finish) }
    session?.post(after: Self.patience, finish)
  }

  /// Sets the breakpoints of one file, or removes them if none are left.
  private func setBreakpoints(of key: String, else name: String? = nil) {
    guard let debugger, let name = breakpoints.files[key]?.name ?? name else { return }
    // Different paths to the same file have their breakpoints merged.
    let keys = breakpoints.files.keys.filter { breakpoints.files[$0]?.name == name }.sorted()
    let requests = keys.flatMap { breakpoints.files[$0]?.entries.map(\.request) ?? [] }
    var states = debugger.setBreakpoints(requests, in: name)[...]
    for key in keys {
      let count = breakpoints.files[key]?.entries.count ?? 0
      breakpoints.note(Array(states.prefix(count)), in: key)
      states = states.dropFirst(count)
    }
  }

  func setAllBreakpoints() {
    guard let debugger else { return }
    for key in breakpoints.files.keys.sorted() {
      nameFile(key)
      setBreakpoints(of: key)
    }
    if !breakpoints.functions.isEmpty { setFunctions(in: debugger) }
  }

  private func setFunctions(in debugger: ScriptDebugger) {
    let functions = breakpoints.functions.map { ($0.function ?? "", $0.request) }
    breakpoints.noteFunctions(debugger.setFunctionBreakpoints(functions))
  }

  /// Determines the script of a file if it is still unknown, and returns whether it is now known.
  @discardableResult
  private func nameFile(_ key: String) -> Bool {
    guard let file = breakpoints.files[key], file.name == nil, let path = file.source["path"].text,
      let name = paths.name(ofPath: path)
    else { return false }
    breakpoints.name(key, name)
    return true
  }

  /// Sets the breakpoints of files with newly known scripts.
  func setLateBreakpoints() {
    for key in breakpoints.files.keys.sorted() where nameFile(key) {
      setBreakpoints(of: key)
      guard let file = breakpoints.files[key] else { continue }
      for entry in file.entries { report(entry, in: file) }
    }
  }

  private func request(_ wish: JSON) -> ScriptBreakpoint.Request {
    func text(_ name: String) -> String? {
      wish[name].text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
    return ScriptBreakpoint.Request(
      line: client.scriptLine(max(wish["line"].int ?? 1, 0)),
      condition: text("condition"),
      hitCount: text("hitCondition"),
      log: text("logMessage")
    )
  }

  private func setFunctionBreakpoints(_ arguments: JSON, _ reply: DebugReply) {
    breakpoints.replaceFunctions(
      arguments["breakpoints"].items.map { ($0["name"].text ?? "", request($0)) }
    )
    if let debugger { setFunctions(in: debugger) }
    answer(reply) { conversation in
      conversation.breakpoints.functions.map { conversation.json($0, in: .null) }
    }
  }

  private func setExceptions(_ arguments: JSON, _ reply: DebugReply) {
    let filters =
      arguments["filters"].items.compactMap(\.text)
      + arguments["filterOptions"].items.compactMap { $0["filterId"].text }
    exceptions = Set(filters.compactMap(ScriptException.init))
    debugger?.setExceptions(exceptions)
    reply.succeed()
  }

  // MARK: Breakpoints in the protocol

  /// Notifies the client of a breakpoint's state.
  func report(_ entry: Breakpoints.Entry, in file: Breakpoints.File?) {
    // A pending response will contain the same state.
    guard pendingAnswers == 0 else { return }
    outbox.event(
      "breakpoint",
      .fields(
        ("reason", .text("changed")),
        ("breakpoint", json(entry, in: file?.source ?? .null))
      )
    )
  }

  private func json(_ entry: Breakpoints.Entry, in source: JSON) -> JSON {
    let message: String? =
      if let state = entry.state {
        state.message
      } else if debugger == nil {
        "The scripts are not loaded yet."
      } else {
        source["path"].text.map { paths.refusal(of: $0) }
      }
    let isFunction = entry.function != nil
    let line = entry.state?.line ?? entry.request.line
    return .present(
      ("id", .int(entry.id)),
      ("verified", .bool(entry.state?.isVerified ?? false)),
      ("message", .optional(message)),
      ("source", isFunction ? functionSource(entry) : source),
      ("line", isFunction && entry.state?.isVerified != true ? .null : client.line(line))
    )
  }

  private func functionSource(_ entry: Breakpoints.Entry) -> JSON {
    guard let state = entry.state, state.isVerified else { return .null }
    return source(named: state.file)
  }
}
