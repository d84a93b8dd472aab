import LuaRuntime
import Moonroute
import RoutePatterns

/// Reads the modules of `router.lazy`.
struct LatePartsReader {
  /// The most parts of one call.
  static let limit = 1_000

  let pattern: RoutePattern

  /// The prefix of the names as written.
  let names: String

  /// The parts for a module name with parameters, or for a table of modules by value.
  func parts(of modules: LuaValue) throws(LuaError) -> [LateRoutes.Part] {
    switch modules {
    case .string(let module): return try parts(of: module)
    case .table(let table): return try parts(of: table)
    default:
      throw LuaError(
        .badArgument,
        "The modules are the name of a module, such as \"cities.:city\", or a table of names by"
          + " value, not a \(modules.typeName)."
      )
    }
  }

  private func parts(of module: String) throws(LuaError) -> [LateRoutes.Part] {
    try check(PartText(module))
    var all: [[String: String]] = [[:]]
    for parameter in pattern.parameters {
      let values = parameter.type.choices
      guard !values.isEmpty else { throw noList(parameter.name) }
      try checkCount(all.count.multipliedReportingOverflow(by: values.count).partialValue)
      all = all.flatMap { known in
        values.map { value in known.merging([parameter.name: value]) { $1 } }
      }
    }
    return try parts(all.map { ($0, PartText(module).filled(with: $0)) })
  }

  private func parts(of table: LuaTable) throws(LuaError) -> [LateRoutes.Part] {
    guard let parameter = pattern.parameters.first, pattern.parameters.count == 1 else {
      throw LuaError(
        .badArgument,
        "A table of modules needs a pattern with one parameter; '\(pattern.text)' has"
          + " \(pattern.parameters.count)."
      )
    }
    guard !table.fields.isEmpty, table.array.isEmpty else {
      throw LuaError(
        .badArgument,
        "A table of modules names a module for each value: { linz = \"cities.linz\" }."
      )
    }
    try checkCount(table.fields.count)
    var modules: [(values: [String: String], module: String)] = []
    for field in table.fields {
      let value = field.key.string ?? field.key.value.display
      guard let module = field.value.string else {
        throw LuaError(
          "wrong_type",
          "The module of '\(value)' must be a name, not a \(field.value.typeName)."
        )
      }
      guard parameter.type.accepts(value) else {
        throw LuaError(
          "wrong_type",
          "'\(value)' is not a value of ':\(parameter.name)' in '\(pattern.text)'. It must be"
            + " \(parameter.type.indication)."
        )
      }
      modules.append(([parameter.name: value], module))
    }
    modules.sort { $0.values[parameter.name, default: ""] < $1.values[parameter.name, default: ""] }
    return try parts(modules)
  }

  private func parts(
    _ modules: [(values: [String: String], module: String)]
  ) throws(LuaError) -> [LateRoutes.Part] {
    let text = PartText(names)
    try check(text)
    if modules.count > 1, !names.isEmpty,
      let free = pattern.parameterNames.first(where: { !text.parameters.contains($0) })
    {
      throw LuaError(
        .badArgument,
        "Two parts would have the prefix '\(text.filled(with: modules[0].values))'. Add ':\(free)' to"
          + " 'names'."
      )
    }
    return modules.map { values, module in
      LateRoutes.Part(values: values, module: module, names: text.filled(with: values))
    }
  }

  private func checkCount(_ count: Int) throws(LuaError) {
    guard count > Self.limit else { return }
    throw LuaError(
      .badArgument,
      "\(count) parts exceed the limit of \(Self.limit). Use a module that reads the parameter"
        + " instead."
    )
  }

  private func noList(_ name: String) -> LuaError {
    LuaError(
      "bad_pattern",
      "':\(name)' in '\(pattern.text)' has no list of values, so no tool can check its modules."
        + " Declare the values with router.type and match = { … }, or pass the modules as a table."
    )
  }

  /// Throws for a parameter that the pattern does not have.
  private func check(_ text: PartText) throws(LuaError) {
    let known = pattern.parameterNames
    guard let unknown = text.parameters.first(where: { !known.contains($0) }) else { return }
    let names =
      known.isEmpty
      ? "It has no parameters."
      : "It has the parameter\(known.count == 1 ? "" : "s") '\(known.joined(separator: "', '"))'."
    throw LuaError(
      "unknown_parameter",
      "':\(unknown)' is not a parameter of '\(pattern.text)'. \(names)"
    )
  }
}

/// A text of `router.lazy`, in which the value of a parameter replaces `:city`.
struct PartText {
  private enum Piece {
    case text(String)
    case parameter(String)
  }

  private var pieces: [Piece] = []

  init(_ text: String) {
    var rest = Substring(text)
    while let colon = rest.firstIndex(of: ":") {
      let name = rest[rest.index(after: colon)...]
        .prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let end = name.isEmpty ? rest.index(after: colon) : colon
      pieces.append(.text(String(rest[..<end])))
      if !name.isEmpty { pieces.append(.parameter(String(name))) }
      rest = rest[name.endIndex...]
    }
    pieces.append(.text(String(rest)))
  }

  var parameters: [String] {
    pieces.compactMap { piece in
      if case .parameter(let name) = piece { name } else { nil }
    }
  }

  /// The text with the values of the parameters; unknown parameters stay as written.
  func filled(with values: [String: String]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .parameter(let name): values[name] ?? ":" + name
      }
    }
    .joined()
  }
}
