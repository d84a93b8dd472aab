internal import CLua

extension LuaState {
  /// Calls a function and returns its results.
  ///
  /// Host functions cannot suspend it: a host function that tries raises an error in the script.
  ///
  /// - Throws: The error that the script raised, or the reason why it was stopped.
  public func call(
    _ function: LuaFunction,
    _ arguments: [LuaValue] = []
  ) throws(LuaError) -> [LuaValue] {
    switch run(function, arguments, maySuspend: false) {
    case .finished(let values): return values
    case .failed(let error): throw error
    case .suspended(let task):
      cancel(task)
      throw LuaError(.cannotAwait, "the script cannot wait here")
    }
  }

  /// Calls a function that host functions may suspend.
  ///
  /// Several scripts can wait at the same time; each continues when its task is resumed.
  public func start(_ function: LuaFunction, _ arguments: [LuaValue] = []) -> LuaStep {
    run(function, arguments, maySuspend: true)
  }

  /// Continues a waiting script; the host function that it waits for returns no values.
  public func resume(_ task: consuming LuaTask) -> LuaStep {
    guard let pointer = stateHandle.pointer, !task.isSpent, task.stateHandle === stateHandle else {
      return .failed(unresumable(task))
    }
    return goOn(pointer, task, CLUA_ANSWER_VALUES, clua_Bytes())
  }

  /// Continues a waiting script with the answer of the host function that it waits for.
  ///
  /// Only `.values` and `.call` are useful; `.suspend` waits again.
  public func resume(_ task: consuming LuaTask, with answer: consuming LuaAnswer) -> LuaStep {
    do throws(LuaError) {
      let pointer = try check(task)
      return goOn(pointer, task, try write(answer), reply.written)
    } catch {
      return task.isSpent ? .failed(error) : resume(task, throwing: error)
    }
  }

  /// Raises an error in a waiting script, at the line that waits.
  public func resume(_ task: consuming LuaTask, throwing error: any Error) -> LuaStep {
    do throws(LuaError) {
      let pointer = try check(task)
      return goOn(pointer, task, refuse(error), reply.written)
    } catch {
      return .failed(error)
    }
  }

  /// Raises an error in a waiting script immediately, and charges the script for the time since it
  /// began to wait.
  package func resumeAtOnce(_ task: consuming LuaTask, throwing error: any Error) -> LuaStep {
    do throws(LuaError) {
      let pointer = try check(task)
      let answer = refuse(error)
      charge(task)
      return goOn(pointer, task, answer, reply.written)
    } catch {
      return .failed(error)
    }
  }

  /// Ends a waiting script: it never continues, and none of its code runs.
  public func cancel(_ task: LuaTask) {
    guard !task.isSpent, task.stateHandle === stateHandle, let pointer = stateHandle.pointer else {
      return
    }
    task.end()
    _ = clua_cancel(pointer, task.number)
    settle()
  }

  private func run(
    _ function: LuaFunction,
    _ arguments: [LuaValue],
    maySuspend: Bool
  ) -> LuaStep {
    do throws(LuaError) {
      let pointer = try openPointer()
      try checkIdle(pointer)
      let number = try number(of: function)
      try outgoing.write(arguments, for: self)
      let status = clua_start(
        pointer,
        number,
        outgoing.written,
        maySuspend,
        decision
      )
      return step(status, pointer)
    } catch {
      settle()
      return .failed(error)
    }
  }

  /// Checks that a task waits, and that Lua can be entered.
  private func check(_ task: borrowing LuaTask) throws(LuaError) -> OpaquePointer {
    let pointer = try openPointer()
    try checkIdle(pointer)
    guard !task.isSpent, task.stateHandle === stateHandle else { throw unresumable(task) }
    return pointer
  }

  private func unresumable(_ task: borrowing LuaTask) -> LuaError {
    do throws(LuaError) {
      try checkIdle(try openPointer())
      return LuaError(.misuse, "this task was already resumed or cancelled")
    } catch {
      return error
    }
  }

  @inline(__always)
  private func goOn(
    _ pointer: OpaquePointer,
    _ task: consuming LuaTask,
    _ answer: clua_Answer,
    _ reply: clua_Bytes
  ) -> LuaStep {
    let status = clua_resume(pointer, task.number, answer, reply, decision)
    if status == CLUA_BUSY { return .failed(unresumable(task)) }
    task.close()
    let step = step(status, pointer)
    spend(task)
    return step
  }

  @inline(__always)
  private func step(_ status: clua_Status, _ pointer: OpaquePointer) -> LuaStep {
    let step = readStep(status, pointer)
    if onPlainChange != nil { reportPlainChange() }
    return step
  }

  @inline(__always)
  private func readStep(_ status: clua_Status, _ pointer: OpaquePointer) -> LuaStep {
    let isTidy = !stateHandle.mayHaveReleased && handles.fresh.isEmpty
    switch status {
    case CLUA_NOTHING where isTidy: return .finished([])
    case CLUA_SUSPENDED where isTidy && !decision.pointee.has_dead: return .suspended(makeTask())
    default: return stepSlowly(status, pointer)
    }
  }

  private func stepSlowly(_ status: clua_Status, _ pointer: OpaquePointer) -> LuaStep {
    defer { settle() }
    switch status {
    case CLUA_NOTHING: return .finished([])
    case CLUA_OK:
      var reader = LuaReader(clua_output(pointer), of: self)
      return .finished(reader.list())
    case CLUA_SUSPENDED: return .suspended(makeTask())
    default: return .failed(failure(status))
    }
  }

  private func checkIdle(_ pointer: OpaquePointer) throws(LuaError) {
    if clua_is_running(pointer) {
      throw LuaError(
        .misuse,
        "a host function cannot enter Lua; return '.call' or '.suspend' instead"
      )
    }
  }

  /// Deeper than any value that may cross, so that a deeper value is an error, not a reference.
  var copyDepth: UInt32 { UInt32(clamping: limits.valueDepth + 1) }
}
