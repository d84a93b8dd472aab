internal import CLua

extension LuaWriter {
  /// Replaces the content by a list of values.
  func write(_ values: [LuaValue], for state: LuaState) throws(LuaError) {
    reset()
    put(raw: UInt32(truncatingIfNeeded: values.count))
    for value in values { try put(value, for: state, depth: 0) }
  }

  /// Replaces the content by a function and its arguments.
  func write(
    _ function: LuaFunction,
    _ arguments: [LuaValue],
    for state: LuaState
  ) throws(LuaError) {
    reset()
    put(raw: UInt32(truncatingIfNeeded: arguments.count + 1))
    try put(.function(function), for: state, depth: 0)
    for value in arguments { try put(value, for: state, depth: 0) }
  }

  func put(_ value: LuaValue, for state: LuaState, depth: Int) throws(LuaError) {
    switch value {
    case .nil: put(tag: CLUA_NIL)
    case .boolean(let flag): put(tag: flag ? CLUA_TRUE : CLUA_FALSE)
    case .integer(let number):
      put(tag: CLUA_INTEGER)
      put(raw: number)
    case .number(let number):
      put(tag: CLUA_NUMBER)
      put(raw: number)
    case .string(let text): put(text)
    case .bytes(let bytes): put(bytes)
    case .table(let table): try put(table, for: state, depth: depth)
    case .function(let function):
      hasReferences = true
      put(tag: CLUA_FUNCTION)
      put(raw: try state.number(of: function))
    case .object(let object):
      let handle = try state.handle(of: object)
      hasReferences = true
      put(tag: CLUA_OBJECT)
      put(raw: object.type.number)
      put(raw: handle)
    case .error(let error): try put(error, for: state)
    case .record(let record): try put(record, for: state)
    case .reference(let reference):
      hasReferences = true
      put(tag: CLUA_REFERENCE)
      put(byte: 0)
      put(raw: try state.number(of: reference))
    }
    guard count <= state.limits.valueBytes else {
      throw LuaError(
        .valueTooLarge,
        "the value is larger than \(state.limits.valueBytes) bytes and cannot be passed; pass less at a time"
      )
    }
  }

  func put(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      put(tag: CLUA_STRING)
      put(raw: UInt32(truncatingIfNeeded: utf8.count))
      put(bytes: UnsafeRawBufferPointer(utf8))
    }
  }

  private func put(_ bytes: [UInt8]) {
    put(tag: CLUA_STRING)
    put(raw: UInt32(truncatingIfNeeded: bytes.count))
    bytes.withUnsafeBytes { put(bytes: $0) }
  }

  private func put(_ table: LuaTable, for state: LuaState, depth: Int) throws(LuaError) {
    guard depth < state.limits.valueDepth else {
      throw LuaError(
        .valueTooDeep,
        "tables nested deeper than \(state.limits.valueDepth) levels cannot be passed"
      )
    }
    put(tag: table.isList ? CLUA_LIST : CLUA_TABLE)
    put(raw: UInt32(truncatingIfNeeded: table.array.count))
    put(raw: UInt32(truncatingIfNeeded: table.fields.count))
    for value in table.array { try put(value, for: state, depth: depth + 1) }
    for field in table.fields {
      try put(field.key.value, for: state, depth: depth + 1)
      try put(field.value, for: state, depth: depth + 1)
    }
  }

  private func put(_ record: LuaRecord, for state: LuaState) throws(LuaError) {
    guard record.isReady, record.stateHandle === state.stateHandle else {
      throw LuaError(.misuse, "the record has not begun, or belongs to another state")
    }
    hasReferences = true
    put(tag: CLUA_RECORD_SPEC)
    put(raw: UInt64(UInt(bitPattern: record.spec)))
  }

  private func put(_ error: LuaError, for state: LuaState) throws(LuaError) {
    if let raised = error.raised, state.owns(raised.value) {
      try put(raised.value, for: state, depth: 0)
      return
    }
    state.raisedCauses.note(error)
    put(tag: CLUA_ERROR)
    put(error.code.rawValue)
    put(error.message)
    putPosition(error.position)
  }

  func putPosition(_ position: LuaPosition?) {
    guard let position else {
      put(tag: CLUA_NIL)
      put(tag: CLUA_NIL)
      return
    }
    put(position.file)
    put(tag: CLUA_INTEGER)
    put(raw: Int64(position.line))
  }
}
