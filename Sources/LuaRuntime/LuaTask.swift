/// A script that waits for the host.
///
/// It is good for one ``LuaState/resume(_:with:)``; a script that waits again is another task.
/// A task that is released without being resumed is cancelled: its script never goes on, and what
/// it holds is freed when the state is next used.
public final class LuaTask {
  /// What the host function said it waits for.
  public let operation: Any
  let number: UInt64
  let door: LuaDoor
  var isSpent = false

  init(operation: Any, number: UInt64, door: LuaDoor) {
    self.operation = operation
    self.number = number
    self.door = door
  }

  deinit {
    if !isSpent { door.release(task: number) }
  }
}
