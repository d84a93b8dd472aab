/// A script that waits for the host.
///
/// It is good for one ``LuaState/resume(_:with:)``; a script that waits again is another task.
/// A task that is released without being resumed is cancelled: its script never goes on, and what
/// it holds is freed when the state is next used.
public final class LuaTask {
  // Each is read or written in one step; what an operation does at its end finds it gone.

  /// The operation that the host function named, or that was noted here; nothing once
  /// the task was resumed or cancelled.
  @exclusivity(unchecked) public private(set) var operation = PendingOperation.nothing
  /// Whether that was said; to look at a flag costs less than to look at any value.
  @exclusivity(unchecked) private var hasOperation = false
  /// The arguments of the function that it waits for, where that was made to be waited for, until
  /// it is noted what is done for it; tables are copies.
  @exclusivity(unchecked) public private(set) var arguments: [LuaValue] = []
  /// The number of their bytes in the form in which they crossed.
  @exclusivity(unchecked) private(set) var byteCount = 0
  /// The number of the run that waits, the same from its begin to its end.
  @exclusivity(unchecked) package private(set) var number: UInt64
  /// The handle of the function that it waits for, where that was made to be waited for.
  @exclusivity(unchecked) private(set) var awaited: UInt64
  @exclusivity(unchecked) private(set) var isSpent = false
  let stateHandle: StateHandle

  init(_ number: UInt64, awaiting awaited: UInt64, stateHandle: StateHandle) {
    self.number = number
    self.awaited = awaited
    self.stateHandle = stateHandle
  }

  /// The call that begins the operation, where the function was made to be waited for; `nil` once
  /// the operation is known.
  ///
  /// See ``LuaState/makeSuspending(_:usage:depth:for:refusal:)``.
  public var suspendingCall: SuspendingCall? { hasOperation ? nil : function?.suspendingCall }

  /// The function that it waits for, where that was made to be waited for.
  var function: LuaHostFunction? {
    isSpent ? nil : stateHandle.state?.handles.function(awaited)
  }

  /// Notes what is done for it, and forgets its arguments.
  public func note(_ operation: PendingOperation) {
    guard !isSpent else { return }
    self.operation = operation
    hasOperation = true
    if byteCount != 0 { note([], byteCount: 0) }
  }

  func note(_ arguments: [LuaValue], byteCount: Int) {
    self.arguments = arguments
    self.byteCount = byteCount
  }

  /// Lets it stand for another script that waits; it must not be referenced elsewhere.
  func begin(_ number: UInt64, awaiting awaited: UInt64) {
    self.number = number
    self.awaited = awaited
    isSpent = false
  }

  /// Notes that it was resumed.
  func close() { isSpent = true }

  /// Notes that it was resumed or cancelled, and lets go of all it held.
  func end() {
    isSpent = true
    if hasOperation { forgetOperation() }
    if byteCount != 0 { note([], byteCount: 0) }
  }

  private func forgetOperation() {
    operation = .nothing
    hasOperation = false
  }

  deinit {
    if !isSpent { stateHandle.release(task: number) }
  }
}

/// The point that a script has reached.
public enum LuaStep {
  /// It returned these results.
  case finished([LuaValue])
  /// It waits for the host.
  case suspended(LuaTask)
  /// It ended with an error.
  indirect case failed(LuaError)
}
