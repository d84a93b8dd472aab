import LuaRuntime
import Moonroute
import RoutePatterns

extension ParameterValue {
  /// Converts a script's value to a parameter; fails for a value that a path cannot contain.
  init?(_ value: LuaValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .integer(let integer): self = .int(integer)
    case .number(let number): self = .double(number)
    case .boolean(let bool): self = .bool(bool)
    case .table(let table) where table.fields.isEmpty:
      let texts = table.array.map { $0.integer.map { String($0) } ?? $0.string ?? "" }
      guard texts.allSatisfy({ !$0.isEmpty }) else { return nil }
      self = .list(texts)
    default: return nil
    }
  }
}

extension LuaBridge {
  /// The parameters of a location, by name; throws for a value that a path cannot contain.
  func parameters(
    _ table: LuaTable,
    _ call: LuaCall,
    _ index: Int,
    of pattern: () -> RoutePattern?
  ) throws(LuaError) -> [String: ParameterValue] {
    var params: [String: ParameterValue] = [:]
    for field in table.fields {
      let name = field.key.string ?? field.key.value.display
      guard let value = ParameterValue(field.value) else {
        guard let pattern = pattern() else {
          // An unknown name is the more important mistake.
          params[name] = .text("")
          continue
        }
        let type = pattern.parameters.first { $0.name == name }?.type
        try checkFormat(type, "'\(name)'", field.value)
        throw call.argumentError(index, "'\(name)' cannot be \(field.value.kindInLink)")
      }
      params[name] = value
    }
    return params
  }

  /// The items of a query in the order of their names; a list gives several items of one name.
  func queryItems(
    _ table: LuaTable,
    of route: RouteInfo? = nil
  ) throws(LuaError) -> [(String, String)] {
    if let item = table.array.first {
      throw Self.notReturned("item 1 of the query has no name", "{ name = \(item.display) }")
    }
    var items: [(String, String)] = []
    for field in table.fields {
      guard let name = field.key.string else {
        throw Self.notReturned(
          "'\(field.key.value.display)' is \(field.key.value.kindInLink), not a name in a query",
          "a text as the name"
        )
      }
      let type = route?.query.first { $0.name == name }?.type
      guard case .table(let list) = field.value else {
        items.append((name, try text(of: field.value, "'\(name)' of the query", type)))
        continue
      }
      guard list.fields.isEmpty else {
        try checkFormat(type, "'\(name)' of the query", field.value)
        throw Self.notReturned("'\(name)' of the query is \(field.value.kindInLink)")
      }
      for (place, item) in list.array.enumerated() {
        let place = "item \(place + 1) of '\(name)' of the query"
        items.append((name, try text(of: item, place, type)))
      }
    }
    return items
  }

  private func text(
    of value: LuaValue,
    _ place: String,
    _ type: ParameterType?
  ) throws(LuaError) -> String {
    if let location = value.object?.location { return location.description }
    if value.table == nil, let text = ParameterValue(value)?.text { return text }
    try checkFormat(type, place, value)
    throw Self.notReturned("\(place) is \(value.kindInLink)")
  }

  private static func notReturned(
    _ problem: String,
    _ advice: String = "text, a number, true or false, a location, or a list of these"
  ) -> LuaError {
    LuaError("wrong_type", "\(problem), and could not be read back from a link. Write \(advice).")
  }
}

extension LuaValue {
  /// The type of a value that a link cannot contain, for messages.
  fileprivate var kindInLink: String {
    switch self {
    case .nil: "nil"
    case .bytes: "a string that is not UTF-8"
    case .number(let number) where !number.isFinite: number.isNaN ? "not a number" : "infinite"
    case .table(let table) where !table.fields.isEmpty: "a table with named fields"
    default: "a \(typeName)"
    }
  }
}
