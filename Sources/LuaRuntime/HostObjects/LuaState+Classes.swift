internal import CLua

extension LuaState {
  /// Makes a kind of host object.
  ///
  /// ```swift
  /// var definition = LuaClassDefinition<Counter>("Counter", fieldNames: ["count"])
  /// definition.get = { counter, field in field == "count" ? LuaValue(counter.count) : nil }
  /// let type = try state.makeClass(definition)
  /// try environment.set("counter", to: .object(type.object(for: Counter())))
  /// ```
  ///
  /// - Parameter definition: Its methods and events.
  /// - Returns: The class; it lives as long as the state.
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for it.
  public func makeClass<Payload>(
    _ definition: LuaClassDefinition<Payload>
  ) throws(LuaError) -> LuaClass {
    let pointer = try openPointer()
    var methods = LuaTable()
    for method in definition.methods {
      methods[method.name] = .function(
        try makeMethod(method) { call in
          guard call[0].object?.payload is Payload else {
            throw call.typeError(0, expected: definition.name)
          }
        }
      )
    }
    var events = LuaTable()
    for event in LuaClassEvents(definition).all {
      events[event.name] = .function(
        // An error that contains itself must not become another error when it leaves its block.
        try makeAnswering(
          event.name,
          isMethod: true,
          depth: event.name == "close" ? 1 : nil,
          event.body
        )
      )
    }
    let writer = LuaWriter()
    try writer.write(
      [.string(definition.name), .table(methods), .table(events)],
      for: self
    )
    var number: UInt32 = 0
    let status = clua_make_class(pointer, writer.written, &number)
    guard status == CLUA_OK else { throw failure(status) }
    let type = LuaClass(name: definition.name, number: number, stateHandle: stateHandle)
    classes.append(type)
    return type
  }

  /// The number by which Lua knows an object, assigned if necessary.
  func handle(of object: LuaObject) throws(LuaError) -> UInt64 {
    guard object.type.stateHandle === stateHandle else {
      throw LuaError(
        .closed,
        "this \(object.type.name) belonged to \(object.type.stateHandle.label)"
      )
    }
    if let handle = object.handle { return handle }
    let handle = handles.insert(.object(object))
    object.handle = handle
    handles.fresh.append(handle)
    return handle
  }

  func object(_ handle: UInt64) -> LuaValue {
    guard case .object(let object) = handles[handle] else { return .nil }
    return .object(object)
  }
}
