import LuaRuntime
import Moonroute
import RoutePatterns

/// Converts the values of one generation between the scripts and the router, both ways.
final class LuaBridge {
  let state: LuaState
  let scope: RegistrationScope
  let memory: GenerationMemory

  var classes = ScriptClasses()

  var types: [String: ScriptType] = [:]

  var heldScreens = ScriptScreens()

  /// The Lua functions that write texts of states and similar values for people.
  var descriptions = LuaTable()

  /// The metatables of outcomes and matches, once scripts can see any.
  var knownFields: KnownFields?

  let records = StateRecordPool()

  private(set) lazy var shapes = StateShapes(bridge: self)

  private let retained: RetainedValues

  init(state: LuaState, scope: RegistrationScope, memory: GenerationMemory) {
    self.state = state
    self.scope = scope
    self.memory = memory
    retained = RetainedValues(generation: scope.number, application: memory.application)
  }

  /// Retains a value of Lua while the returned reference lives.
  func retain(_ value: LuaValue, kind: String) -> Value.ObjectReference {
    retained.add(value, kind: kind, bytes: memory.count(.functions, value.hostBytes))
  }

  /// Throws `closed` for a value of another generation or router.
  ///
  /// The generations of different routers have the same numbers.
  func value(of stand: ScriptValue) throws(LuaError) -> LuaValue {
    try retained.value(of: stand)
  }

  func lua(
    _ table: LuaTable,
    knowing metatable: KeyPath<KnownFields, LuaReference>
  ) throws(LuaError) -> LuaValue {
    guard let knownFields else { return .table(table) }
    return .reference(try state.hold(table, metatable: knownFields[keyPath: metatable]))
  }

  /// The functions of a script for the type of a parameter, or `nil` for other types.
  func scriptType(of parameter: RouteParameter) -> ScriptType? {
    scriptType(of: parameter.type)
  }

  func scriptType(of type: ParameterType) -> ScriptType? {
    guard case .custom(let type) = type else { return nil }
    return types[type.name]
  }

  func hostClass(of reference: Value.ObjectReference) -> LuaClass? {
    classes.hostTypes.first { $0.type.accepts(reference.object) }?.made ?? classes.hostValue
  }

  /// The result of a screen that a script closes or dismisses.
  func result(
    _ lua: LuaValue,
    _ reason: ScreenResult.Reason
  ) throws(LuaError) -> ScreenResult {
    var result = ScreenResult(value(lua), reason)
    if result.value.isLarge {
      result.lifetimeToken = try memory.charge(.results, result.value.hostBytes)
    }
    return result
  }
}

final class RetainedValues {
  private let generation: Int
  private var values: [UInt64: LuaValue] = [:]
  private var last: UInt64 = 0
  private let dropped: DroppedValues

  init(generation: Int, application: ObjectIdentifier) {
    self.generation = generation
    dropped = DroppedValues(application: application)
  }

  func add(_ value: LuaValue, kind: String, bytes: MemoryCharge) -> Value.ObjectReference {
    for number in dropped.takeAll() { values[number] = nil }
    last += 1
    values[last] = value
    let stand = ScriptValue(
      generation: generation,
      number: last,
      droppedValues: dropped,
      bytes: bytes
    )
    return Value.ObjectReference(stand, id: UInt64(generation) << 40 | last, kind: kind)
  }

  func value(of stand: ScriptValue) throws(LuaError) -> LuaValue {
    guard stand.droppedValues.application == dropped.application else {
      throw LuaError(.closed, "This belongs to another application. Pass plain data.")
    }
    guard stand.droppedValues === dropped, let value = values[stand.number] else {
      throw LuaError.gone(stand.generation)
    }
    return value
  }
}
