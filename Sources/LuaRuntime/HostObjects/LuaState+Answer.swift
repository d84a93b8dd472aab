internal import CLua

/// The only way from Lua into Swift.
///
/// C calls it and executes the answer after it has returned.
let answerLua: clua_HostFunction = { context, handle, arguments, canSuspend, reply in
  // The state is in use: it waits for this function to return.
  Unmanaged<LuaState>.fromOpaque(context)
    ._withUnsafeGuaranteedRef { $0.answer(handle, arguments, canSuspend, reply) }
}

extension LuaState {
  fileprivate func answer(
    _ handle: UInt64,
    _ arguments: clua_Bytes,
    _ canSuspend: Bool,
    _ bytes: UnsafeMutablePointer<clua_Bytes>
  ) -> clua_Answer {
    defer { bytes.pointee = reply.written }
    if stateHandle.hasReleasedMany { releaseReferences() }
    guard let function = handles.function(handle) else {
      drop(arguments)
      return refuse(LuaError(.closed, "this host function was released"))
    }
    if let error = findExcess() {
      drop(arguments)
      return refuse(error)
    }
    let call = LuaCall(
      state: self,
      function: function,
      arguments: arguments.length == 0 ? [] : list(arguments),
      byteCount: arguments.length,
      canSuspend: canSuspend,
      task: .max
    )
    if arguments.length >= LuaReader.longCount, isStopped {
      return refuse(LuaError(.timeout, "the script is stopped"))
    }
    if canSuspend, function.suspendingCall != nil {
      // Only long lists are read here: reading them is part of the script's computing time.
      suspension.longArguments = call.arguments
      reply.reset()
      return CLUA_ANSWER_SUSPEND
    }
    do {
      return try write(try function.body(call))
    } catch {
      return refuse(error)
    }
  }

  /// Releases the references that the host dropped while the script runs: they may take up all the
  /// memory of the script.
  private func releaseReferences() {
    guard let pointer = stateHandle.pointer else { return }
    for number in stateHandle.takeReleasedReferences() { clua_release_reference(pointer, number) }
  }

  /// The error if scripts hold more objects of the host than they may.
  ///
  /// Objects that scripts no longer hold are forgotten first.
  @inline(__always)
  func findExcess() -> LuaError? {
    handles.byteCount > currentLimits.memoryBytes ? makeRoom() : nil
  }

  private func makeRoom() -> LuaError? {
    // Some of them may be garbage that cannot be collected now; the next call that can will collect
    // it.
    let allowance = collectObjects() ? 0 : currentLimits.memoryBytes / 8
    guard handles.byteCount - allowance > currentLimits.memoryBytes else { return nil }
    return LuaError(
      .memoryLimit,
      "the scripts hold \(handles.count) objects of the host, such as locations and screens,"
        + " which is the limit; release objects that are not needed"
    )
  }

  private func list(_ bytes: clua_Bytes) -> [LuaValue] {
    var reader = LuaReader(bytes, of: self, isCall: true)
    let values = reader.list()
    if reader.isShort, let pointer = stateHandle.pointer { clua_drop_values(pointer, reader.rest) }
    return values
  }

  private func drop(_ arguments: clua_Bytes) {
    guard let bytes = arguments.bytes, arguments.length > 4, let pointer = stateHandle.pointer
    else {
      return
    }
    clua_drop_values(pointer, clua_Bytes(bytes: bytes + 4, length: arguments.length - 4))
  }

  func write(_ answer: consuming LuaAnswer) throws(LuaError) -> clua_Answer {
    switch consume answer {
    case .values(let values):
      if values.isEmpty {
        reply.reset()
      } else {
        try reply.write(values, for: self)
      }
      return CLUA_ANSWER_VALUES
    case .call(let function, let arguments):
      try reply.write(function, arguments, for: self)
      return CLUA_ANSWER_CALL
    case .suspend(let operation):
      suspension.operation = operation
      reply.reset()
      return CLUA_ANSWER_SUSPEND
    }
  }

  /// A script's own error value is raised unchanged.
  func refuse(_ error: any Error) -> clua_Answer {
    let error =
      error as? LuaError ?? LuaError(.hostError, String(describing: error))
    if let raised = error.raised, owns(raised.value) {
      do {
        try reply.write([raised.value], for: self)
        return CLUA_ANSWER_RAISE
      } catch {
        return refuse(error)
      }
    }
    raisedCauses.note(error)
    reply.reset()
    reply.put(raw: UInt32(5))
    reply.put(error.code.rawValue)
    reply.put(error.message)
    reply.putPosition(error.position)
    reply.put(tag: CLUA_INTEGER)
    reply.put(raw: Int64(error.level))
    return CLUA_ANSWER_ERROR
  }
}
