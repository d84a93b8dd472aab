import LuaRuntime
import Moonroute
import RoutePatterns

extension LuaBridge {
  /// The types that format the values of parameters, by name: `{ of, format, list }`.
  func formats(of parameters: [RouteParameter]) -> LuaValue {
    formats(parameters.map { (name: $0.name, type: $0.type, isList: false) })
  }

  func formats(of pattern: RoutePattern?) -> LuaValue { formats(of: pattern?.parameters ?? []) }

  func formats(of query: [QueryParameter]) -> LuaValue {
    formats(query.map { (name: $0.name, type: $0.type, isList: $0.occurrence == .list) })
  }

  private func formats(
    _ parameters: [(name: String, type: ParameterType, isList: Bool)]
  ) -> LuaValue {
    let fields = parameters.compactMap { parameter -> LuaField? in
      guard case .custom(let type) = parameter.type, let format = types[type.name]?.format else {
        return nil
      }
      var table = LuaTable()
      table["of"] = .string(type.name)
      table["format"] = .function(format)
      table["list"] = .boolean(parameter.isList)
      return LuaField(key: .string(parameter.name), value: .table(table))
    }
    return .table(LuaTable(fields: fields))
  }

  /// Throws `wrong_type` if only the type's `format` could convert the value, and it has none.
  func checkFormat(
    _ type: ParameterType?,
    _ parameter: String,
    _ value: LuaValue
  ) throws(LuaError) {
    guard case .custom(let custom)? = type, types[custom.name].map({ $0.format == nil }) ?? false
    else { return }
    throw LuaError(
      "wrong_type",
      "\(parameter) is \(value.shownShortly), and the type '\(custom.name)' has no 'format' that"
        + " writes it. Pass text, or add format = function(value) … end to the type."
    )
  }

  /// Arguments: name, type, parameter, value, whether it returned, and its result or error.
  func typeFailure(_ call: LuaCall) -> LuaError {
    let (function, type) = (call[0].display, call[1].display)
    let subject = "The '\(function)' of the type '\(type)'"
    let occasion = "for '\(call[2].display)' = \(call[3].shownShortly)"
    guard case .boolean(true) = call[4] else {
      let error = state.error(caught: call[5])
      return LuaError(
        error.code,
        "\(subject) failed \(occasion): \(error.message)",
        position: error.position,
        cause: error.cause
      )
    }
    let answer = call[5].isNil ? "nothing" : "a \(call[5].typeName)"
    let advice =
      function == "parse" ? "Return a value, or let 'match' reject the text." : "Return text."
    return LuaError(.scriptError, "\(subject) returned \(answer) \(occasion). \(advice)")
  }
}

extension LuaValue {
  var shownShortly: String {
    let text: String
    switch self {
    case .string, .bytes: text = "'\(display)'"
    default: text = display
    }
    return text.count > 80 ? text.prefix(80) + "…" : text
  }
}
