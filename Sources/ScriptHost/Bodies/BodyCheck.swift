import LuaRuntime
import Moonroute

/// Rejects an invalid body of a screen from a script.
struct BodyCheck {
  private static let depth = 16

  let rules: RouterRules

  /// Checks a body; nil and `false` mean no body.
  func check(_ body: LuaValue) throws(LuaError) {
    switch body {
    case .nil, .boolean(false): return
    case .table(let list): try checkList(list, "the body", depth: 0)
    default: throw LuaError("wrong_type", BodyWords.notList(body.kind))
    }
  }

  private func checkList(
    _ list: LuaTable,
    _ place: String,
    depth: Int,
    takesText: Bool = false
  ) throws(LuaError) {
    guard depth < Self.depth else { return }
    if let field = list.fields.first {
      let name = field.key.string ?? field.key.value.display
      throw LuaError(
        "unknown_field",
        "'\(name)' is not a field of \(place), which is a list of pieces."
      )
    }
    if !takesText, case .string(let kind)? = list.array.first {
      throw LuaError("wrong_type", BodyWords.onePiece(kind))
    }
    for item in list.array {
      switch item {
      case .nil, .boolean(false): continue
      case .string where takesText, .integer where takesText, .number where takesText: continue
      case .table(let table): try checkItem(table, place, depth: depth + 1)
      default: throw LuaError("wrong_type", BodyWords.notPiece(item.kind))
      }
    }
  }

  /// Checks a piece, or a list of pieces in its place.
  private func checkItem(_ table: LuaTable, _ place: String, depth: Int) throws(LuaError) {
    switch table.array.first {
    case .string(let name):
      if let problem = BodyWords.problem(withKind: name) { throw LuaError("unknown_name", problem) }
      if let kind = BodyKind.named(name) { try check(table, kind, depth: depth) }
    case nil, .nil, .table, .boolean(false): try checkList(table, place, depth: depth)
    case let first?:
      throw LuaError("wrong_type", BodyWords.notPiece("a table that begins with \(first.kind)"))
    }
  }

  private func check(_ piece: LuaTable, _ kind: BodyKind, depth: Int) throws(LuaError) {
    for field in piece.fields {
      let name = field.key.string ?? field.key.value.display
      if let problem = BodyWords.fields[kind.name]?.problem(withField: name) {
        throw LuaError("unknown_field", problem)
      }
      guard !Self.fits(field.value, name) else {
        if name == "to" { try checkTarget(field.value) }
        continue
      }
      throw LuaError("wrong_type", BodyWords.wrongValue(of: name, kind, field.value.kind))
    }
    if kind.name == BodyKind.list.name {
      for item in piece.array.dropFirst() {
        switch item {
        case .nil, .boolean(false): continue
        case .table(let list): try checkRows(list, depth: depth + 1)
        default: throw LuaError("wrong_type", BodyWords.notPiece(item.kind))
        }
      }
    }
    if kind.name == BodyKind.field.name, piece.array.count < 2 || piece.array[1].string == nil {
      throw LuaError("wrong_type", "A field needs a name. Write { \"field\", \"email\" }.")
    }
  }

  private func checkRows(_ rows: LuaTable, depth: Int) throws(LuaError) {
    if case .string(let text)? = rows.array.first,
      BodyKind.named(text) != nil || !rows.fields.isEmpty
    {
      throw LuaError("wrong_type", BodyWords.onePiece(text))
    }
    try checkList(rows, "a list", depth: depth, takesText: true)
  }

  /// A location that no route matches is data: its link does nothing, and the screen is shown.
  private func checkTarget(_ target: LuaValue) throws(LuaError) {
    guard case .string(let name) = target, !StoreKey.isLocation(name) else { return }
    do throws(RouterError) {
      _ = try rules.location(of: name)
    } catch {
      throw LuaError.raisable(error)
    }
  }

  private static func fits(_ value: LuaValue, _ field: String) -> Bool {
    switch (field, value) {
    case ("on_tap", .function), ("to", .string), ("name", .string): true
    case ("to", .object(let object)): object.location != nil
    case ("on_tap", _), ("to", _), ("name", _): false
    default: true
    }
  }
}

extension LuaValue {
  /// The type of a value with its article, for messages.
  fileprivate var kind: String {
    switch self {
    case .string, .bytes: "text"
    case .boolean(let bool): "\(bool)"
    case .nil: "nil"
    default: "a \(typeName)"
    }
  }
}
