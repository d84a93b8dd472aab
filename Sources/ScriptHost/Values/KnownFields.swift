import LuaRuntime
import TextTools

/// The metatables of tables with known fields: a misspelt field is an error.
struct KnownFields {
  /// The fields of the result of `router.open`.
  static let outcome = [
    "animator", "dropped", "error", "handle", "location", "match", "name", "ok", "params",
    "pattern", "query",
    "reason", "redirects", "screen", "status", "steps", "value",
  ]

  /// The fields of the result of `router.match`.
  static let match = [
    "branch", "fragment", "host", "location", "matched", "meta", "name", "params", "path",
    "pattern", "query", "query_all", "rest", "scheme", "tags",
  ]

  let outcome: LuaReference

  let match: LuaReference

  init(in state: LuaState, _ descriptions: LuaTable) throws(LuaError) {
    outcome = try Self.metatable("outcome", Self.outcome, descriptions["outcome"], state)
    match = try Self.metatable("match", Self.match, descriptions["match"], state)
  }

  private static func metatable(
    _ name: String,
    _ fields: [String],
    _ description: LuaValue,
    _ state: LuaState
  ) throws(LuaError) -> LuaReference {
    let index = try state.makeFunction(name, depth: 0) { call in
      let field = call[1].string ?? call[1].typeName
      guard !fields.contains(field) else { return [] }
      let hint = NearestNames.hint(for: field, among: fields)
      let suggestion = hint.isEmpty ? "" : "." + hint
      throw LuaError("unknown_field", "'\(field)' is not a field of \(name)\(suggestion)")
    }
    var table = LuaTable()
    table["__index"] = .function(index)
    table["__name"] = .string(name)
    table["__tostring"] = description
    table["__metatable"] = false
    return try state.hold(.table(table))
  }
}
