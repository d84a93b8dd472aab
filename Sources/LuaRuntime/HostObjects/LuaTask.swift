/// A script that waits for the host.
///
/// A task can be resumed once with ``LuaState/resume(_:with:)``; when a script waits again, it has
/// another task. Releasing a task without resuming it cancels it: its script never continues, and
/// the state frees its values at its next use.
public final class LuaTask {
  // Each is read or written in one step; code that runs when an operation is released finds it
  // gone.

  /// The operation that the host function returned or that ``note(_:)`` set; nothing once the task
  /// was resumed or cancelled.
  @exclusivity(unchecked) public private(set) var operation = PendingOperation.nothing
  /// Whether there is an operation; reading a flag is faster than reading the operation.
  @exclusivity(unchecked) private var hasOperation = false
  /// The arguments of the awaited function if it is a suspending one, until the host starts the
  /// operation; tables are copies.
  @exclusivity(unchecked) public private(set) var arguments: [LuaValue] = []
  @exclusivity(unchecked) private(set) var byteCount = 0
  /// The number of the waiting run, the same from beginning to end.
  @exclusivity(unchecked) package private(set) var number: UInt64
  /// The handle of the awaited function if it is a suspending one.
  @exclusivity(unchecked) private(set) var awaited: UInt64
  @exclusivity(unchecked) private(set) var isSpent = false
  let stateHandle: StateHandle

  init(_ number: UInt64, awaiting awaited: UInt64, stateHandle: StateHandle) {
    self.number = number
    self.awaited = awaited
    self.stateHandle = stateHandle
  }

  /// The call that begins the operation if the awaited function is a suspending one; `nil` once the
  /// operation is known.
  ///
  /// See ``LuaState/makeSuspending(_:usage:depth:for:refusal:)``.
  public var suspendingCall: SuspendingCall? { hasOperation ? nil : function?.suspendingCall }

  /// The awaited function if it is a suspending one.
  var function: LuaHostFunction? {
    isSpent ? nil : stateHandle.state?.handles.function(awaited)
  }

  /// Sets the operation that the host does for it, and forgets its arguments.
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

  /// Reuses the task for another waiting script; it must not be referenced elsewhere.
  func begin(_ number: UInt64, awaiting awaited: UInt64) {
    self.number = number
    self.awaited = awaited
    isSpent = false
  }

  func close() { isSpent = true }

  /// Marks the task as resumed or cancelled, and releases its content.
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

/// The state of a script after it ran for a while.
public enum LuaStep {
  /// It returned these results.
  case finished([LuaValue])
  /// It waits for the host.
  case suspended(LuaTask)
  indirect case failed(LuaError)
}
