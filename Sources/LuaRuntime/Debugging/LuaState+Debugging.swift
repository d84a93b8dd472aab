internal import CLua

/// C calls this when a script stops; its result takes effect after it has returned.
private let stopLua: clua_StopFunction = { context, why, place, _ in
  // The state is in use: it waits for this function to return.
  Unmanaged<LuaState>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.stop(why, place) }
}

extension LuaState {
  /// Attaches a debugger, which initially stops only at uncaught errors.
  ///
  /// `environment` has the globals for texts that run outside any frame. `stop` is called when a
  /// script stops, on the thread that runs it; the script is stopped until it returns. It may read
  /// frames and variables, and must not use the state otherwise.
  ///
  /// - Throws: ``LuaErrorCode/memoryLimit``, or ``LuaErrorCode/misuse`` while a script runs.
  package func attachDebugger(
    _ environment: LuaEnvironment,
    _ stop: @escaping (LuaStop) -> LuaGo
  ) throws(LuaError) -> LuaPauser {
    let pointer = try openPointer()
    let globals = try number(of: environment.reference)
    if isRunning { throw LuaError(.misuse, "a debugger cannot be attached while a script runs") }
    let context = Unmanaged.passUnretained(self).toOpaque()
    guard clua_attach_debugger(pointer, stopLua, context, globals) else {
      throw LuaError(.memoryLimit, "the scripts leave too little memory for a debugger")
    }
    // The pauser of a previous debugger must not pause any more.
    debugging?.pauser.end()
    let pauser = LuaPauser(pointer)
    debugging = LuaDebugging(pauser: pauser, environment: environment, stop: stop)
    return pauser
  }

  /// Continues everything as if there had been no debugger; may be called while a script is
  /// stopped.
  package func detachDebugger() {
    debugging?.pauser.end()
    // The state keeps the globals until it is closed: functions of evaluated texts may use them.
    if let pointer = stateHandle.pointer { clua_detach_debugger(pointer) }
  }

  /// Replaces the breakpoints of a script, at lines from ``LuaCompiledScript/activeLines``.
  package func setBreakpoints(_ lines: Set<Int>, in file: String) {
    guard let pointer = stateHandle.pointer else { return }
    let breakpoints = lines.sorted().map { clua_Breakpoint(line: UInt32(clamping: $0), id: 1) }
    Self.withBytes(of: file) { name in
      breakpoints.withUnsafeBufferPointer { list in
        _ = clua_set_breakpoints(pointer, name, list.baseAddress, list.count)
      }
    }
  }

  /// The number of calls, returns and lines that the debugger has examined so far, which determines
  /// its cost.
  var debugEventCount: UInt64 { stateHandle.pointer.map { clua_debug_events($0) } ?? 0 }

  package func stopAtErrors(raised: Bool, uncaught: Bool) {
    if let pointer = stateHandle.pointer { clua_stop_at_errors(pointer, raised, uncaught) }
  }

  package var waitingRuns: [UInt64] {
    guard let pointer = stateHandle.pointer else { return [] }
    var runs: [UInt64] = []
    var (index, task): (UInt32, UInt64) = (0, 0)
    while clua_waiting_task(pointer, &index, &task) { runs.append(task) }
    return runs
  }

  static func withBytes(of text: String, _ body: (clua_Bytes) -> Void) {
    var text = text
    text.withUTF8 { body(clua_Bytes(bytes: $0.baseAddress, length: $0.count)) }
  }

  fileprivate func stop(_ why: clua_Stop, _ place: clua_Place) -> clua_Go {
    guard let debugging, let pointer = stateHandle.pointer else { return CLUA_GO_ON }
    let isError = why == CLUA_STOP_RAISED || why == CLUA_STOP_UNCAUGHT
    let run = clua_running_task(pointer)
    let stop = LuaStop(
      LuaStop.Reason(why),
      at: LuaPosition(place),
      task: run == .max ? nil : run,
      error: isError ? failure(CLUA_FAILED) : nil
    )
    return debugging.stop(stop).code
  }
}

extension LuaStop.Reason {
  fileprivate init(_ why: clua_Stop) {
    switch why {
    case CLUA_STOP_BREAKPOINT: self = .breakpoint
    case CLUA_STOP_STEP: self = .step
    case CLUA_STOP_PAUSE: self = .pause
    case CLUA_STOP_RAISED: self = .raised
    default: self = .uncaught
    }
  }
}

extension LuaGo {
  fileprivate var code: clua_Go {
    switch self {
    case .on: CLUA_GO_ON
    case .into: CLUA_GO_INTO
    case .over: CLUA_GO_OVER
    case .out: CLUA_GO_OUT
    case .end: CLUA_GO_END
    case .pass: CLUA_GO_PASS
    }
  }
}
