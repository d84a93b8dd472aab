/// A script that waits for the host.
///
/// It is good for one ``LuaState/resume(_:with:)``; a script that waits again is another task.
/// A task that is released without being resumed is cancelled: its script never goes on, and what
/// it holds is freed when the state is next used.
public final class LuaTask {
  // Each is read or written in one step; what an operation does at its end finds it gone.

  /// What the host function said it waits for; nothing once the task was resumed or cancelled.
  @exclusivity(unchecked) public private(set) var operation: Any
  @exclusivity(unchecked) private(set) var number: UInt64
  @exclusivity(unchecked) private(set) var isSpent = false
  let door: LuaDoor

  init(operation: Any, number: UInt64, door: LuaDoor) {
    self.operation = operation
    self.number = number
    self.door = door
  }

  /// Lets it stand for another script that waits; nobody may know it any more.
  func begin(operation: Any, number: UInt64) {
    self.operation = operation
    self.number = number
    isSpent = false
  }

  /// Notes that it was resumed or cancelled.
  func end() {
    isSpent = true
    operation = ()
  }

  deinit {
    if !isSpent { door.release(task: number) }
  }
}
