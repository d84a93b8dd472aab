extension LuaState {
  /// The task of a script that has just begun to wait.
  func makeTask(_ number: UInt64) -> LuaTask {
    let operation = suspendedOperation ?? ()
    suspendedOperation = nil
    // One that somebody still holds stays as it is: it was resumed.
    if isKnownUniquelyReferenced(&spareTask), let task = spareTask {
      spareTask = nil
      task.begin(operation: operation, number: number)
      return task
    }
    return LuaTask(operation: operation, number: number, door: door)
  }

  /// Notes that a task is resumed, and keeps it to be used again.
  func spend(_ task: LuaTask) {
    task.end()
    if spareTask == nil || !isKnownUniquelyReferenced(&spareTask) { spareTask = task }
  }
}
