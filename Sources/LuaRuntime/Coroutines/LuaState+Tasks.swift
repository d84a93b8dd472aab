internal import CLua

extension LuaState {
  /// The task of a script that has just begun to wait, as ``decision`` says.
  @inline(__always)
  func makeTask() -> LuaTask {
    let (number, awaited) = (decision.pointee.handle, decision.pointee.awaited)
    let task = takeSpareTask(number, awaited)
    if decision.pointee.text.length > 0 || awaited == .max { note(decision.pointee, in: task) }
    return task
  }

  @inline(__always)
  private func takeSpareTask(_ number: UInt64, _ awaited: UInt64) -> LuaTask {
    // A task that is still referenced is not reused: it was resumed.
    guard isKnownUniquelyReferenced(&suspension.spareTask), let task = suspension.spareTask.take()
    else {
      return LuaTask(number, awaiting: awaited, stateHandle: stateHandle)
    }
    task.begin(number, awaiting: awaited)
    return task
  }

  /// Records the operation that a host function returned, or the arguments of a host function that
  /// was not called because scripts always wait for it.
  private func note(_ suspended: clua_Decision, in task: LuaTask) {
    guard suspended.awaited != .max else {
      task.note(suspension.operation)
      suspension.operation = .nothing
      return
    }
    if suspended.text.length >= LuaReader.longCount {
      task.note(suspension.longArguments, byteCount: suspended.text.length)
      suspension.longArguments = []
      return
    }
    var reader = LuaReader(suspended.text, of: self)
    task.note(reader.list(), byteCount: suspended.text.length)
  }

  /// Charges a script for the host's work on its behalf since it began to wait.
  ///
  /// A host that does the work immediately calls this, so that a script that repeats the call
  /// forever is stopped. The first wait of a script is not measured.
  package func charge(_ task: LuaTask) {
    if let pointer = stateHandle.pointer { clua_charge(pointer, task.number) }
  }

  /// Releases the content of a resumed task, and keeps the task for reuse.
  ///
  /// Must be called after reading everything that Lua left: the release may run scripts itself.
  @inline(__always)
  func spend(_ task: consuming LuaTask) {
    task.end()
    if suspension.spareTask == nil || !isKnownUniquelyReferenced(&suspension.spareTask) {
      suspension.spareTask = task
    }
  }

  /// The call that a task waits for.
  ///
  /// - Throws: The error to raise in the script instead of an answer: an argument is not valid, or
  ///   scripts hold too many objects of the host. (Raise it with ``resume(_:throwing:)``.)
  public func call(of task: LuaTask) throws -> LuaCall {
    guard task.stateHandle === stateHandle, let function = task.function else {
      throw LuaError(.misuse, "this task does not wait for a function, or has ended")
    }
    if let error = findExcess() { throw error }
    let call = LuaCall(
      state: self,
      function: function,
      arguments: task.arguments,
      byteCount: task.byteCount,
      canSuspend: true,
      task: task.number
    )
    try function.check?(call)
    return call
  }
}
