internal import CLua

/// One call of a host function by a script.
public struct LuaCall {
  /// The state that made the call.
  ///
  /// A host function uses this to access its state; capturing the state would keep it alive
  /// forever.
  public let state: LuaState
  let function: LuaHostFunction
  /// The arguments; tables are copies.
  public let arguments: [LuaValue]
  /// The number of bytes of the encoded arguments.
  public let byteCount: Int
  /// Whether the function may return ``LuaAnswer/suspend(_:)`` now.
  public let canSuspend: Bool
  /// The number of the task that waits for it, or the greatest number if none does yet.
  let task: UInt64

  /// The number of arguments.
  public var count: Int { arguments.count }

  /// The argument at an index from 0, or `nil` if it is missing.
  public subscript(_ index: Int) -> LuaValue {
    arguments.indices.contains(index) ? arguments[index] : .nil
  }

  /// The barrier that prevents the script from waiting here: the name of a library function such as
  /// `sort`, or words such as `at load time`; nil if the script can wait.
  public var barrier: String? {
    guard !canSuspend, let pointer = state.stateHandle.pointer else { return nil }
    let name = String(cString: clua_find_barrier(pointer))
    return name.isEmpty ? nil : name
  }

  /// The barrier as words, such as `inside 'sort'`.
  public var barrierWords: String {
    let barrier = barrier ?? "a library function"
    return barrier.contains(" ") ? barrier : "inside '\(barrier)'"
  }

  /// Finds the line of the script that made the call.
  ///
  /// - Parameter level: 1 for the line that called the host function, 2 for the line that called
  ///   the function around it, and so on.
  /// - Returns: The position, or nil if the script has fewer levels.
  public func caller(level: Int = 1) -> LuaPosition? {
    guard let pointer = state.stateHandle.pointer else { return nil }
    return LuaPosition(clua_find_caller(pointer, task, Int32(clamping: level)))
  }

  /// Whether the call was made inside a `pcall` or `xpcall` of the script.
  ///
  /// Only the running coroutine is examined.
  public var isProtected: Bool {
    state.stateHandle.pointer.map { clua_is_protected($0, task) } ?? false
  }
}
