import LuaRuntime
import Moonroute
import TextTools

/// The options of one `session.declare`.
struct SessionOptions {
  static let fields = ["migrate", "stored", "version"]

  /// The names of the stored fields, sorted.
  let stored: [String]

  let version: Int?
  let migrate: LuaFunction?

  var isEmpty: Bool { stored.isEmpty && version == nil && migrate == nil }

  /// Reads the options for the declared fields.
  ///
  /// - Throws: `wrong_type` or `unknown_field`.
  init(_ value: LuaValue, declaring names: [String]) throws(LuaError) {
    let table: LuaTable
    switch value {
    case .nil: table = LuaTable()
    case .table(let options): table = options
    default:
      throw LuaError(
        "bad_argument",
        "bad argument #2 to 'session.declare' (table expected, got \(value.typeName))"
      )
    }
    var reader = FieldReader(table, as: "the options of session.declare", known: Self.fields)
    version = reader.integer("version")
    migrate = reader.function("migrate")
    if let version, version < 1 {
      reader.add(.wrongType, "'version' of session.declare must be at least 1, not \(version).")
    }
    switch reader["stored"] {
    case .nil: stored = []
    case .boolean(true): stored = names.sorted()
    case .table(let list) where list.fields.isEmpty && list.array.allSatisfy { $0.string != nil }:
      stored = list.array.compactMap(\.string).sorted()
    case let other:
      stored = []
      reader.expect("true or a list of fields", in: "stored", got: other)
    }
    for name in stored where !names.contains(name) {
      let hint = NearestNames.hintOrList(for: name, among: names.sorted())
      reader.add(.unknownField, "This call does not declare the stored field '\(name)'.\(hint)")
    }
    try reader.raiseFirst()
  }
}
