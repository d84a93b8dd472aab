import Moonroute
import RoutePatterns
import ScriptHost
import TextTools

extension AccessFlag {
  /// The flag with the values and types that the session declares.
  ///
  /// - Throws: `unknown_field` for an undeclared path, `wrong_type` for another value, or for no
  ///   values of an unlimited type.
  func declared(in shape: SessionShape) throws(RouterError) -> AccessFlag {
    guard target == .session else {
      guard !settings.isEmpty else { throw .needsValues(name) }
      return self
    }
    if let problem = shape.problem(at: path) { throw problem }
    guard let kind = shape.field(at: path)?.kind else {
      guard !settings.isEmpty else { throw .needsValues(name) }
      return self
    }
    let choices = kind.choices
    if settings.isEmpty {
      guard let choices, let all = AccessFlag(name, choices.map { (Self.text(of: $0), $0) }) else {
        throw .needsValues(name)
      }
      return all
    }
    guard case .value(let type) = kind else { return self }
    var values: [(String, Value)] = []
    for setting in settings {
      let text = String(setting.text.dropFirst(name.utf8.count + 1))
      if !type.choices.isEmpty, !type.choices.contains(text) {
        throw RouterError(
          .wrongType,
          "'\(text)' is not a value of '\(name)'."
            + NearestNames.hintOrList(for: text, among: type.choices)
        )
      }
      let isText =
        switch type {
        case .integer, .number, .bool, .custom: false
        default: true
        }
      values.append((text, isText || !type.choices.isEmpty ? .text(text) : setting.value))
    }
    return AccessFlag(name, values) ?? self
  }
}

extension AccessFlag.Setting {
  /// The whole field of the session that contains the value; missing parts get sample values.
  func whole(in session: Value, _ shape: SessionShape) -> Value {
    let current = session[path[0]]
    let sample = shape.field(at: [path[0]])?.kind.sample ?? .null
    return Self.value(current.isNull ? sample : current, setting: path.dropFirst(), to: value)
  }

  private static func value(
    _ old: Value,
    setting path: ArraySlice<String>,
    to new: Value
  ) -> Value {
    guard let name = path.first else { return new }
    var fields = old.table?.fields ?? [:]
    fields[name] = value(fields[name] ?? .null, setting: path.dropFirst(), to: new)
    return .table(ValueTable(fields: fields))
  }
}

extension SessionShape.Kind {
  /// The smallest value that fits.
  fileprivate var sample: Value {
    switch self {
    case .any: .text("x")
    case .value(.bool): .bool(false)
    case .value(let type): Value(type.sample())
    case .list, .map: .table(ValueTable())
    case .table(let fields):
      .table(
        ValueTable(
          fields: fields.filter { !$0.value.isOptional }.mapValues { $0.kind.sample }
        )
      )
    }
  }
}

extension RouterError {
  fileprivate static func needsValues(_ name: String) -> RouterError {
    RouterError(
      .wrongType,
      "'\(name)' needs values, such as \(name)=on,off: nothing declares a list of them."
    )
  }
}
