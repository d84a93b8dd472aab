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
    // A task that is still referenced stays as it is: it was resumed.
    guard isKnownUniquelyReferenced(&suspension.spareTask), let task = suspension.spareTask.take()
    else {
      return LuaTask(number, awaiting: awaited, stateHandle: stateHandle)
    }
    task.begin(number, awaiting: awaited)
    return task
  }

  /// Notes what a script waits for: what a host function has answered, or the arguments of one that
  /// is waited for at once.
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

  /// Counts as computed by a script what has been done for it since it began to wait.
  ///
  /// To be called by a host that does it at once, so that a script is stopped that asks again and
  /// again. The first wait of a script is not measured.
  package func charge(_ task: LuaTask) {
    if let pointer = stateHandle.pointer { clua_charge(pointer, task.number) }
  }

  /// Lets go of what a task held that was resumed, and keeps it to be used again.
  ///
  /// To be called when all is read that Lua left: what ends here may run scripts itself.
  @inline(__always)
  func spend(_ task: consuming LuaTask) {
    task.end()
    if suspension.spareTask == nil || !isKnownUniquelyReferenced(&suspension.spareTask) {
      suspension.spareTask = task
    }
  }

  /// The call that a task waits for.
  ///
  /// - Throws: What the script is to be told instead of an answer: an argument is not right, or
  ///   scripts hold too many objects of the host. (It goes on with ``resume(_:throwing:)``.)
  public func call(of task: LuaTask) throws -> LuaCall {
    guard task.stateHandle === stateHandle, let function = task.function else {
      throw LuaError(.misuse, "this task waits for no function, or has ended")
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
