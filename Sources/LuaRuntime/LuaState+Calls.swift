internal import CLua

extension LuaState {
  /// Calls a function and returns its results.
  ///
  /// Host functions cannot suspend it: those that would raise an error in the script.
  ///
  /// - Throws: What the script raised, or why it was stopped.
  public func call(
    _ function: LuaFunction,
    _ arguments: [LuaValue] = []
  ) throws(LuaError) -> [LuaValue] {
    switch run(function, arguments, maySuspend: false) {
    case .finished(let values): return values
    case .failed(let error): throw error
    case .suspended(let task):
      cancel(task)
      throw LuaError(.cannotAwait, "the script waits where it cannot")
    }
  }

  /// Calls a function that host functions may suspend.
  ///
  /// Several can wait at once; each goes on when its task is resumed.
  public func start(_ function: LuaFunction, _ arguments: [LuaValue] = []) -> LuaStep {
    run(function, arguments, maySuspend: true)
  }

  /// Lets a waiting script go on with the answer of the host function it waits for.
  ///
  /// Only `.values` and `.call` make sense; `.suspend` waits again.
  public func resume(
    _ task: LuaTask,
    with answer: consuming LuaAnswer = .values([])
  ) -> LuaStep {
    do throws(LuaError) {
      try check(task)
      return goOn(task, try write(answer))
    } catch {
      return task.isSpent ? .failed(error) : resume(task, throwing: error)
    }
  }

  /// Raises an error in a waiting script, at the line that waits.
  public func resume(_ task: LuaTask, throwing error: any Error) -> LuaStep {
    do throws(LuaError) {
      try check(task)
      return goOn(task, refuse(error))
    } catch {
      return .failed(error)
    }
  }

  /// Ends a waiting script: it never goes on, and none of its code runs.
  public func cancel(_ task: LuaTask) {
    guard !task.isSpent, task.door === door, let pointer = door.pointer else { return }
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
      var task: UInt64 = 0
      let status = clua_start(
        pointer,
        number,
        outgoing.written,
        maySuspend,
        copyDepth,
        &task
      )
      return step(status, task)
    } catch {
      settle()
      return .failed(error)
    }
  }

  /// Makes sure that a task waits, and that Lua can be entered.
  private func check(_ task: LuaTask) throws(LuaError) {
    try checkIdle(try openPointer())
    guard !task.isSpent, task.door === door else {
      throw LuaError(.misuse, "this task has been resumed or cancelled before")
    }
  }

  /// Lets a task go on with the answer that the reply holds.
  private func goOn(_ task: LuaTask, _ answer: clua_Answer) -> LuaStep {
    guard let pointer = door.pointer else { return .failed(failure(CLUA_UNKNOWN)) }
    spend(task)
    var number = task.number
    let status = clua_resume(pointer, &number, answer, reply.written, copyDepth)
    return step(status, number)
  }

  private func step(_ status: clua_Status, _ task: UInt64) -> LuaStep {
    defer { settle() }
    switch status {
    case CLUA_OK:
      guard let pointer = door.pointer else { return .finished([]) }
      let output = clua_output(pointer)
      if output.length == 0 { return .finished([]) }
      var reader = LuaReader(output, of: self)
      return .finished(reader.list())
    case CLUA_SUSPENDED:
      return .suspended(makeTask(task))
    default:
      return .failed(failure(status))
    }
  }

  private func checkIdle(_ pointer: OpaquePointer) throws(LuaError) {
    if clua_is_running(pointer) {
      throw LuaError(
        .misuse,
        "a host function cannot enter Lua; answer '.call' or '.suspend' instead"
      )
    }
  }

  /// Deep enough for all that may cross, so that what is deeper is an error, not a reference.
  var copyDepth: UInt32 { UInt32(clamping: limits.valueDepth + 1) }
}
