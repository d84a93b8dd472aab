internal import CLua

/// One call of a host function by a script.
public struct LuaCall {
  /// The state that made the call.
  ///
  /// A host function reaches its state here; one that captures it keeps it alive for ever.
  public let state: LuaState
  let function: LuaHostFunction
  /// The arguments; tables are copies.
  public let arguments: [LuaValue]
  /// The number of bytes of the arguments in the form in which they crossed.
  public let byteCount: Int
  /// Whether the function may answer ``LuaAnswer/suspend(_:)`` now.
  public let canSuspend: Bool
  /// The number of the task that waits for it, or the greatest number where none does yet.
  let task: UInt64

  /// The number of arguments.
  public var count: Int { arguments.count }

  /// The argument at an index from 0, `nil` where there is none.
  public subscript(_ index: Int) -> LuaValue {
    arguments.indices.contains(index) ? arguments[index] : .nil
  }

  /// The barrier that keeps the script from waiting here: the name of a library function such as
  /// `sort`, or words such as `at load time`; nil where nothing does.
  public var barrier: String? {
    guard !canSuspend, let pointer = state.stateHandle.pointer else { return nil }
    let name = String(cString: clua_find_barrier(pointer))
    return name.isEmpty ? nil : name
  }

  /// The same as words, such as `inside 'sort'`.
  public var barrierWords: String {
    let barrier = barrier ?? "a library function"
    return barrier.contains(" ") ? barrier : "inside '\(barrier)'"
  }

  /// Finds the line of the script that made the call.
  ///
  /// - Parameter level: 1 for the line that called the host function, 2 for the line that called
  ///   the function around it, and so on.
  /// - Returns: The position, or nil where there is no such script function.
  public func caller(level: Int = 1) -> LuaPosition? {
    guard let pointer = state.stateHandle.pointer else { return nil }
    return LuaPosition(clua_find_caller(pointer, task, Int32(clamping: level)))
  }

  /// Whether the call was made inside a `pcall` or `xpcall` of the script.
  ///
  /// Only the running coroutine is looked at.
  public var isProtected: Bool {
    state.stateHandle.pointer.map { clua_is_protected($0, task) } ?? false
  }
}
