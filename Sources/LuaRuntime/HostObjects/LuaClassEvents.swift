import TextTools

/// Converts a definition's closures into host functions for the events of a class.
struct LuaClassEvents<Payload> {
  typealias Body = (LuaCall) throws -> LuaAnswer

  let definition: LuaClassDefinition<Payload>

  init(_ definition: LuaClassDefinition<Payload>) {
    self.definition = definition
  }

  var all: [(name: String, body: Body)] {
    var events: [(String, Body)] = [("index", index), ("newindex", newIndex)]
    if let describe = definition.describe {
      events.append(("tostring", { .values([.string(describe(try payload($0)))]) }))
    }
    if let equals = definition.equals {
      events.append(("equals", { call in .values([.boolean(try isEqual(call, equals))]) }))
    }
    if let join = definition.join {
      events.append(("concat", { .values([try join($0[0], $0[1])]) }))
    }
    if let call = definition.call { events.append(("call", call)) }
    if let length = definition.length {
      events.append(("length", { .values([LuaValue(length(try payload($0)))]) }))
    }
    if let pairs = definition.pairs {
      events.append(("pairs", { .values([flatten(try pairs(try payload($0)))]) }))
    }
    if let close = definition.close {
      events.append(
        (
          "close",
          {
            try close(try payload($0), $0[1])
            return .values([])
          }
        )
      )
    }
    return events
  }

  private func payload(_ call: LuaCall, _ index: Int = 0) throws(LuaError) -> Payload {
    guard let payload = call[index].object?.payload as? Payload else {
      throw call.typeError(index, expected: definition.name)
    }
    return payload
  }

  private func index(_ call: LuaCall) throws -> LuaAnswer {
    let name = fieldName(call)
    if let name, let get = definition.get, let value = try get(try payload(call), name) {
      return .values([value])
    }
    throw LuaError("unknown_field", unknown(name ?? "?") + suggestion(name))
  }

  private func newIndex(_ call: LuaCall) throws -> LuaAnswer {
    let name = fieldName(call)
    if let name, let set = definition.set, try set(try payload(call), name, call[2]) {
      return .values([])
    }
    if let name, definition.fieldNames.contains(name) {
      throw LuaError(.denied, "'\(name)' of a \(definition.name) cannot be set")
    }
    throw LuaError("unknown_field", unknown(name ?? "?") + suggestion(name))
  }

  private func isEqual(
    _ call: LuaCall,
    _ equals: (Payload, Payload) -> Bool
  ) throws(LuaError) -> Bool {
    guard let one = call[0].object, let two = call[1].object, one.type === two.type else {
      return false
    }
    return equals(try payload(call, 0), try payload(call, 1))
  }

  private func flatten(_ fields: [LuaField]) -> LuaValue {
    .table(
      LuaTable(fields.filter { !$0.value.isNil }.flatMap { [$0.key.value, $0.value] })
    )
  }

  private func fieldName(_ call: LuaCall) -> String? {
    switch call[1] {
    case .string(let name): name
    case .integer(let number): String(number)
    default: nil
    }
  }

  private func unknown(_ name: String) -> String {
    "'\(name)' is not a field of \(definition.name)"
  }

  private func suggestion(_ name: String?) -> String {
    let names = definition.fieldNames + definition.methods.map(\.name)
    let hint = name.map { NearestNames.hint(for: $0, among: names) } ?? ""
    return hint.isEmpty ? "" : "." + hint
  }
}
