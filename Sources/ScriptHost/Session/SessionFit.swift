import LuaRuntime
import Moonroute
import RoutePatterns
import TextTools

/// The comparison of values with the declared fields of the session.
struct SessionFit {
  /// A value that only the `format` of its type can write, so that `match` can check it.
  struct Unwritten {
    let type: CustomParameterType
    let format: LuaFunction
    let path: String
    let value: LuaValue
  }

  let types: [String: ScriptType]

  /// The place of the declaration, for messages.
  let site: SourceSite?

  private(set) var unwritten: [Unwritten] = []

  init(types: [String: ScriptType], site: SourceSite?) { (self.types, self.site) = (types, site) }

  /// - Throws: `unknown_field` or `wrong_type` for a value that does not fit.
  mutating func check(
    _ value: LuaValue,
    _ field: SessionShape.Field,
    at path: String
  ) throws(LuaError) {
    switch field.kind {
    case .any: break
    case .value(let type): try check(value, type, at: path)
    case .list(let item):
      guard case .table(let table) = value,
        table.fields.allSatisfy({ if case .integer(1...) = $0.key { true } else { false } })
      else { throw Self.wrongType(value, at: path, "a list") }
      for (index, element) in table.array.enumerated() where !element.isNil {
        try check(element, item, at: "\(path)[\(index + 1)]")
      }
      for entry in table.fields { try check(entry.value, item, at: path + entry.key.asIndex) }
    case .map(let item):
      guard case .table(let table) = value, table.array.isEmpty,
        table.fields.allSatisfy({ $0.key.string != nil })
      else { throw Self.wrongType(value, at: path, "a table of values by name") }
      for entry in table.fields { try check(entry.value, item, at: path + entry.key.asIndex) }
    case .table(let fields): try check(value, fields, at: path)
    }
  }

  private mutating func check(
    _ value: LuaValue,
    _ fields: [String: SessionShape.Field],
    at path: String
  ) throws(LuaError) {
    let names = fields.keys.sorted()
    guard case .table(let table) = value else {
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      throw Self.wrongType(value, at: path, "a table with \(list)")
    }
    if !table.array.isEmpty { throw Self.undeclared("1", of: path, names, site) }
    for entry in table.fields {
      guard let name = entry.key.string, let field = fields[name] else {
        throw Self.undeclared(entry.key.value.display, of: path, names, site)
      }
      try check(entry.value, field, at: path + name.asLuaIndex)
    }
    for name in names where fields[name]?.isOptional == false && table[name].isNil {
      throw Self.missing(name, of: path, fields)
    }
  }

  private mutating func check(
    _ value: LuaValue,
    _ type: ParameterType,
    at path: String
  ) throws(LuaError) {
    let fits: Bool
    switch (type, value) {
    case (.text, .string), (.text, .bytes): fits = true
    case (.integer, .integer), (.number, .integer), (.number, .number): fits = true
    case (.integer, .number(let number)): fits = Int64(exactly: number) != nil
    case (.bool, .boolean): fits = true
    case (.text, _), (.integer, _), (.number, _), (.bool, _): fits = false
    case (.custom(let custom), _):
      if let format = types[custom.name]?.format {
        return unwritten.append(
          Unwritten(type: custom, format: format, path: path, value: value)
        )
      }
      if types[custom.name]?.parse != nil, value.string == nil {
        throw LuaError(
          "wrong_type",
          "\(path) is \(value.shownShortly), and the type '\(custom.name)' has no 'format' that"
            + " writes it. Add format = function(value) … end to the type."
        )
      }
      fits = value.string.map(type.accepts) ?? false
    case (_, .string(let text)): fits = type.accepts(text)
    default: fits = false
    }
    guard !fits else { return }
    let choices = type.choices
    throw Self.wrongType(
      value,
      at: path,
      choices.isEmpty ? type.indication : "one of \(choices.joined(separator: ", "))"
    )
  }

  static func wrongType(_ value: LuaValue, at path: String, _ expected: String) -> LuaError {
    LuaError("wrong_type", "\(path) is \(value.shownShortly). It must be \(expected).")
  }

  static func undeclared(
    _ name: String,
    of path: String,
    _ names: [String],
    _ site: SourceSite?
  ) -> LuaError {
    LuaError.raisable(RouterError.undeclared(name, of: path, among: names) { _ in site })
  }

  static func missing(
    _ name: String,
    of path: String,
    _ fields: [String: SessionShape.Field]
  ) -> LuaError {
    let required = fields.filter { !$0.value.isOptional }.keys.sorted().prefix(4)
    let example = required.map { "\($0) = …" }.joined(separator: ", ")
    return LuaError(
      "wrong_type",
      "\(path) needs the field '\(name)'. Assign the whole table: \(path) = { \(example) }"
    )
  }
}

extension LuaKey {
  /// The key as a field access.
  var asIndex: String { string?.asLuaIndex ?? "[\(value.display)]" }
}
