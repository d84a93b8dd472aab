internal import CLua

extension LuaState {
  /// Calls a guard with a record and a target, and reads its answer, in one crossing.
  ///
  /// For a guard without parameters, the records are not created. If the guard waits, the result is
  /// `.suspended`; convert the step that resumes it with ``LuaDecision/init(_:)``.
  ///
  /// - Parameters:
  ///   - function: The guard.
  ///   - record: Its first argument; may be omitted for a guard without parameters.
  ///   - target: Its second argument; may be the same record.
  /// - Returns: The decision of the guard.
  public func decide(
    _ function: LuaFunction,
    _ record: LuaRecord? = nil,
    target: LuaRecord? = nil
  ) -> LuaDecision {
    guard function.isBare, let pointer = stateHandle.pointer, function.stateHandle === stateHandle
    else {
      return decideWith(function, record, target)
    }
    let status = clua_decide(pointer, function.number, decision)
    if status == CLUA_NOTHING, !stateHandle.mayHaveReleased, onPlainChange == nil {
      return .answered(.nothing)
    }
    return answer(status)
  }

  @inline(never)
  private func decideWith(
    _ function: LuaFunction,
    _ record: LuaRecord?,
    _ target: LuaRecord?
  ) -> LuaDecision {
    guard let pointer = stateHandle.pointer, function.stateHandle === stateHandle else {
      return .failed(undecidable(function))
    }
    let limit = function.parameterLimit
    if limit == 0 { return answer(clua_decide(pointer, function.number, decision)) }
    guard canBeGiven(record, target), let spec = record?.spec else {
      return .failed(undecidable(function))
    }
    return answer(
      clua_decide_with(pointer, function.number, limit, spec, target?.spec, decision)
    )
  }

  @inline(__always)
  private func answer(_ status: clua_Status) -> LuaDecision {
    let answer = readAnswer(status)
    if onPlainChange != nil { reportPlainChange() }
    return answer
  }

  @inline(__always)
  private func readAnswer(_ status: clua_Status) -> LuaDecision {
    if stateHandle.mayHaveReleased { return answerSlowly(status) }
    switch status {
    case CLUA_NOTHING: return .answered(.nothing)
    case CLUA_OK where !decision.pointee.has_dead: return .answered(read(decision.pointee))
    case CLUA_SUSPENDED where !decision.pointee.has_dead: return .suspended(makeTask())
    default: return answerSlowly(status)
    }
  }

  /// Converts the answer, and releases the values without a holder.
  private func answerSlowly(_ status: clua_Status) -> LuaDecision {
    defer { settle() }
    switch status {
    case CLUA_NOTHING: return .answered(.nothing)
    case CLUA_OK: return .answered(read(decision.pointee))
    case CLUA_SUSPENDED: return .suspended(makeTask())
    default: return .failed(failure(status))
    }
  }

  private func canBeGiven(_ record: LuaRecord?, _ target: LuaRecord?) -> Bool {
    guard let record, record.isReady, record.stateHandle === stateHandle else { return false }
    guard let target else { return true }
    return target.isReady && target.stateHandle === stateHandle
  }

  @inline(__always)
  private func read(_ decision: clua_Decision) -> LuaDecision.Answer {
    switch decision.kind {
    case CLUA_DECIDED_NOTHING: .nothing
    case CLUA_DECIDED_TRUE: .yes
    case CLUA_DECIDED_FALSE:
      .no(reason: decision.text.length > 0 ? text(of: decision) : nil)
    case CLUA_DECIDED_NIL: .explicitNil
    case CLUA_DECIDED_TEXT: LuaDecision.Answer([LuaValue(utf8: bytes(of: decision))])
    case CLUA_DECIDED_OBJECT:
      object(decision.handle).object.map { .object($0) } ?? .other(typeName: "userdata")
    default: .other(typeName: text(of: decision))
    }
  }

  private func text(of decision: clua_Decision) -> String {
    String(decoding: bytes(of: decision), as: UTF8.self)
  }

  private func bytes(of decision: clua_Decision) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: decision.text.bytes, count: decision.text.length)
  }

  private func undecidable(_ function: LuaFunction) -> LuaError {
    do throws(LuaError) {
      _ = try openPointer()
      _ = try number(of: function)
      return LuaError(.misuse, "the record has not begun, or belongs to another state")
    } catch {
      return error
    }
  }
}
