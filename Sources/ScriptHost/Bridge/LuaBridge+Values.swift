import LuaRuntime
import Moonroute
import RoutePatterns
import TextTools

extension LuaBridge {
  /// Throws for a reference of another generation.
  func lua(_ value: Value) throws(LuaError) -> LuaValue {
    switch value {
    case .null: return .nil
    case .bool(let bool): return .boolean(bool)
    case .int(let integer): return .integer(integer)
    case .double(let number): return .number(number)
    case .text(let text): return .string(text)
    case .table(let table):
      var items: [LuaValue] = []
      for item in table.items { items.append(try lua(item)) }
      var fields: [LuaField] = []
      for (name, field) in table.fields {
        fields.append(LuaField(key: .string(name), value: try lua(field)))
      }
      var copy = LuaTable(items, fields: fields)
      copy.isList = table.isList
      return .table(copy)
    case .reference(let reference):
      if let stand = reference.object as? ScriptValue { return try self.value(of: stand) }
      if let location = reference.object as? Location { return lua(location) }
      guard let type = hostClass(of: reference) else { return .nil }
      return .object(LuaObject(reference, type: type))
    }
  }

  func lua(_ parameter: ParameterValue) -> LuaValue {
    switch parameter {
    case .text(let text): .string(text)
    case .int(let integer): .integer(integer)
    case .double(let number): .number(number)
    case .bool(let bool): .boolean(bool)
    case .list(let list): .table(LuaTable(list.map(LuaValue.string)))
    }
  }

  func lua(_ parameters: [String: ParameterValue]) -> LuaValue {
    .table(
      LuaTable(
        [],
        fields: parameters.map { LuaField(key: .string($0.key), value: lua($0.value)) }
      )
    )
  }

  func lua(_ texts: [String: String]) -> LuaValue {
    .table(
      LuaTable(
        [],
        fields: texts.map { LuaField(key: .string($0.key), value: .string($0.value)) }
      )
    )
  }

  func lua(_ location: Location) -> LuaValue { lua(ScriptLocation(location: location)) }

  func lua(_ location: ScriptLocation) -> LuaValue {
    guard let type = classes.location else { return .string(location.location.description) }
    let bytes = LuaObject.smallBytes + location.location.hostBytes
    return .object(LuaObject(location, type: type, bytes: bytes))
  }

  /// A screen for scripts, always the same object while a script holds it.
  func lua(_ screen: Screen) -> LuaValue { lua(heldScreens.object(for: screen)) }

  func lua(_ screen: ScriptScreen) -> LuaValue {
    guard let type = classes.screen else { return .nil }
    return .object(type.object(for: screen))
  }

  func lua(_ handle: OpenHandle) -> LuaValue {
    classes.handle.map { .object(LuaObject(handle, type: $0)) } ?? .nil
  }

  func lua(_ placing: CustomPlacing) -> LuaValue {
    classes.placing.map { .object(LuaObject(ScriptPlacing(placing), type: $0)) } ?? .nil
  }

  func lua(route: ScriptRegistration) -> LuaValue {
    classes.route.map { .object(LuaObject(route, type: $0)) } ?? .nil
  }

  func lua(_ registration: ScriptRegistration) -> LuaValue {
    classes.registration.map { .object(LuaObject(registration, type: $0)) } ?? .nil
  }

  /// Copies plain data; other values become references.
  func value(_ lua: LuaValue) -> Value {
    Value(lua) { other in
      switch other.object?.payload {
      case let reference as Value.ObjectReference: .reference(reference)
      case let held as ScriptLocation: .reference(Value.ObjectReference(held.location))
      default: .reference(retain(other, kind: other.typeName))
      }
    } ?? .null
  }
}

extension Value.ObjectReference {
  /// A location as a value that outlives the scripts.
  fileprivate init(_ location: Location) {
    var hasher = Hasher()
    hasher.combine(location)
    self.init(
      location,
      id: UInt64(bitPattern: Int64(hasher.finalize())),
      kind: "location"
    )
  }
}

extension LuaBridge {
  func lua(_ outcome: Outcome) throws(LuaError) -> LuaValue {
    var table = LuaTable()
    table["status"] = .string(outcome.status.rawValue)
    table["ok"] = .boolean(outcome.isSuccess)
    table["location"] = outcome.location.map { lua($0) } ?? .string(outcome.text)
    table["name"] = LuaValue(optional: outcome.name)
    table["pattern"] = LuaValue(optional: outcome.route?.pattern.text)
    table["params"] = try unreadParams(of: outcome.match)
    table["query"] = try unreadQuery(of: outcome.location, declaredBy: outcome.route)
    table["redirects"] = .table(LuaTable(outcome.redirects.map { lua($0) }))
    table["dropped"] = lua(outcome.dropped)
    table["animator"] = LuaValue(optional: outcome.animator)
    table["reason"] = LuaValue(optional: outcome.reason)
    table["error"] = outcome.error.map { .error(LuaError.raisable($0)) } ?? .nil
    table["steps"] = .table(LuaTable(outcome.steps.map { lua($0) }))
    table["screen"] = outcome.screen.map { lua($0) } ?? .nil
    table["handle"] = outcome.handle.map { lua($0) } ?? .nil
    var values: [LuaValue] = []
    for value in outcome.values { values.append(try lua(value)) }
    table["value"] = values.count > 1 ? .table(LuaTable(values)) : values.first ?? .nil
    if let match = outcome.match, let route = outcome.route, let location = outcome.location {
      table["match"] = try lua(match, route: route, location: location)
    }
    return try lua(table, knowing: \.outcome)
  }

  private func lua(_ step: OutcomeStep) -> LuaValue {
    var table = LuaTable()
    table["step"] = .string(step.kind.rawValue)
    table["name"] = LuaValue(optional: step.name)
    table["file"] = LuaValue(optional: step.site?.file)
    table["line"] = step.site.map { .integer(Int64($0.line)) } ?? .nil
    table["answer"] = .string(step.answer)
    table["microseconds"] = step.microseconds.map { .integer($0) } ?? .nil
    table["number"] = step.ordinal.map { .integer(Int64($0.number)) } ?? .nil
    table["count"] = step.ordinal.map { .integer(Int64($0.count)) } ?? .nil
    return .table(table)
  }
}

extension LuaValue {
  /// The value as text for people: text without quotes, a table as a script would write it.
  var display: String {
    switch self {
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    default: writtenOut
    }
  }

  /// The value as a script would write it; an object, which has no such form, as a description.
  var writtenOut: String {
    switch DisplayedValue(value: self).luaPart {
    case .other(let words): words
    case .standIn(let text): text
    default: DisplayedValue(value: self).luaText
    }
  }
}

/// A value of Lua; its objects have their texts for people.
private struct DisplayedValue: LuaWritable {
  let value: LuaValue

  var luaPart: LuaPart<DisplayedValue> {
    switch value.luaPart {
    case .nil: .nil
    case .bool(let bool): .bool(bool)
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    case .standIn(let text): .standIn(text)
    case .other(let words): value.object.map(Self.part) ?? .other(words)
    case .spelled(let text): .spelled(text)
    case .table(let items, let fields, let more):
      .table(
        items: items.map(DisplayedValue.init),
        fields: fields.map { (DisplayedValue(value: $0.key), DisplayedValue(value: $0.value)) },
        more: more
      )
    }
  }

  private static func part(of object: LuaObject) -> LuaPart<DisplayedValue> {
    switch object.payload {
    case let held as ScriptLocation: .standIn(held.location.description)
    case let screen as ScriptScreen: .other(screen.text)
    case let animator as Animator: .other("animator.\(animator.name)")
    case let route as ScriptRegistration where !route.pattern.isEmpty:
      .other("route \(route.name ?? route.pattern)")
    default: .other(object.type.name)
    }
  }
}
