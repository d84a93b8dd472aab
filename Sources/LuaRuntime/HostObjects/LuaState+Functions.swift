internal import CLua

extension LuaState {
  /// Makes a function that scripts can call.
  ///
  /// The arguments are copied out of Lua before `body` runs, and its results are copied in after it
  /// has returned. An error that it throws is raised in the script, at the line of the call. `body`
  /// must not enter Lua; to run a script function, return ``LuaAnswer/call(_:_:)``.
  ///
  /// - Parameters:
  ///   - name: The name for messages, such as `navigate`.
  ///   - usage: How to call it, for the reference, such as `router.open(location)`.
  ///   - isMethod: Whether the first argument is the object before the colon.
  ///   - depth: How many levels of tables are copied; deeper tables are passed as
  ///     ``LuaValue/reference(_:)``. All levels if omitted.
  ///   - body: The implementation.
  /// - Returns: The function, to be stored where scripts find it.
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

  /// Makes a function that can also suspend the script that calls it, or run another function.
  ///
  /// - Parameters:
  ///   - name: The name for messages, such as `navigate`.
  ///   - usage: How to call it, for the reference.
  ///   - suspends: Whether it may return ``LuaAnswer/suspend(_:)``.
  ///   - isMethod: Whether the first argument is the object before the colon.
  ///   - depth: How many levels of tables are copied; all levels if omitted.
  ///   - body: The implementation.
  /// - Returns: The function, to be stored where scripts find it.
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for it.
  public func makeAnswering(
    _ name: String,
    usage: String = "",
    suspends: LuaSuspends = .never,
    isMethod: Bool = false,
    depth: Int? = nil,
    _ body: @escaping (LuaCall) throws -> LuaAnswer
  ) throws(LuaError) -> LuaFunction {
    let function = LuaHostFunction(name: name, usage: usage, isMethod: isMethod, body: body)
    return try make(function, suspends.code, depth)
  }

  /// Makes a function that a script always waits for.
  ///
  /// The call runs no host code: the script waits immediately. Its caller reads the awaited
  /// operation from the ``LuaTask``, and the arguments from ``call(of:)``.
  ///
  /// - Parameters:
  ///   - name: The name for messages, such as `navigate`.
  ///   - usage: How to call it, for the reference.
  ///   - depth: How many levels of tables are copied; all levels if omitted.
  ///   - suspendingCall: Begins the operation: ``LuaTask/suspendingCall``.
  ///   - refusal: The message where no script can wait; `cannot await here` if omitted.
  /// - Returns: The function, to be stored where scripts find it.
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for it.
  public func makeSuspending(
    _ name: String,
    usage: String = "",
    depth: Int? = nil,
    for suspendingCall: SuspendingCall,
    refusal: ((LuaCall) -> LuaError)? = nil
  ) throws(LuaError) -> LuaFunction {
    let method = LuaMethod(
      suspending: name,
      usage: usage,
      depth: depth,
      for: suspendingCall,
      refusal: refusal
    )
    return try make(LuaHostFunction(method, isMethod: false), CLUA_SUSPENDS_AT_ONCE, depth)
  }

  /// `check` checks that the first argument is the object.
  ///
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for it.
  func makeMethod(
    _ method: LuaMethod,
    _ check: @escaping (LuaCall) throws -> Void
  ) throws(LuaError) -> LuaFunction {
    let function = LuaHostFunction(method, isMethod: true, check: check)
    let isWaiting = method.suspendingCall != nil
    return try make(
      function,
      isWaiting ? CLUA_SUSPENDS_AT_ONCE : method.suspends.code,
      method.depth
    )
  }

  private func make(
    _ function: LuaHostFunction,
    _ suspends: clua_Suspends,
    _ depth: Int?
  ) throws(LuaError) -> LuaFunction {
    let pointer = try openPointer()
    let handle = handles.insert(.function(function))
    var number: Int32 = 0
    let levels = depth.map { UInt32(clamping: $0) } ?? copyDepth
    let status = clua_make_function(pointer, handle, suspends, levels, &number)
    guard status == CLUA_OK else {
      let error = failure(status)
      handles.remove(handle)
      throw error
    }
    return LuaFunction(stateHandle: stateHandle, number: number)
  }
}

extension LuaHostFunction {
  convenience init(
    _ method: LuaMethod,
    isMethod: Bool,
    check: ((LuaCall) throws -> Void)? = nil
  ) {
    let body = method.body
    self.init(
      name: method.name,
      usage: method.usage,
      isMethod: isMethod,
      suspendingCall: method.suspendingCall,
      check: check
    ) { call in
      try check?(call)
      return try body(call)
    }
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
