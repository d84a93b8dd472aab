internal import CLua

extension LuaState {
  /// Makes a function that scripts can call.
  ///
  /// The arguments are copied out of Lua before `body` runs, and what it returns is copied in when
  /// it has returned. An error that it throws is raised in the script, at the line of the call.
  /// `body` must not enter Lua; to have a function run, answer ``LuaAnswer/call(_:_:)``.
  ///
  /// - Parameters:
  ///   - name: The name for messages, such as `navigate`.
  ///   - usage: How it is called, for the reference, such as `router.open(location)`.
  ///   - isMethod: Whether the first argument is the object before the colon.
  ///   - depth: How many levels of tables are copied; tables below arrive as
  ///     ``LuaValue/reference(_:)``. All, if left out.
  ///   - body: What it does.
  /// - Returns: The function, to be put where scripts find it.
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for it.
  public func makeFunction(
    _ name: String,
    usage: String = "",
    isMethod: Bool = false,
    depth: Int? = nil,
    _ body: @escaping (LuaCall) throws -> [LuaValue]
  ) throws(LuaError) -> LuaFunction {
    try makeAnswering(name, usage: usage, isMethod: isMethod, depth: depth) { call in
      .values(try body(call))
    }
  }

  /// Makes a function that can also suspend the script that calls it, or have another one run.
  ///
  /// - Parameters:
  ///   - name: The name for messages, such as `navigate`.
  ///   - usage: How it is called, for the reference.
  ///   - suspends: Whether it may answer ``LuaAnswer/suspend(_:)``.
  ///   - isMethod: Whether the first argument is the object before the colon.
  ///   - depth: How many levels of tables are copied; all, if left out.
  ///   - body: What it does.
  /// - Returns: The function, to be put where scripts find it.
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for it.
  public func makeAnswering(
    _ name: String,
    usage: String = "",
    suspends: LuaSuspends = .never,
    isMethod: Bool = false,
    depth: Int? = nil,
    _ body: @escaping (LuaCall) throws -> LuaAnswer
  ) throws(LuaError) -> LuaFunction {
    let pointer = try openPointer()
    let function = LuaHostFunction(name: name, usage: usage, isMethod: isMethod, body: body)
    let handle = handles.insert(.function(function))
    var number: Int32 = 0
    let status = clua_make_function(
      pointer,
      handle,
      suspends.code,
      UInt32(clamping: depth ?? limits.valueDepth + 1),
      &number
    )
    guard status == CLUA_OK else {
      let error = failure(status)
      handles.remove(handle)
      throw error
    }
    return LuaFunction(door: door, number: number)
  }
}

extension LuaSuspends {
  fileprivate var code: clua_Suspends {
    switch self {
    case .never: CLUA_SUSPENDS_NEVER
    case .sometimes: CLUA_SUSPENDS_SOMETIMES
    case .always: CLUA_SUSPENDS_ALWAYS
    }
  }
}
