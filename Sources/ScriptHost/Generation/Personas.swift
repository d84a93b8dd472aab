import LuaRuntime

/// The personas of `personas.lua`, and the current one.
struct Personas {
  struct Persona {
    let name: String
    /// The fields of `session` that it sets.
    let session: LuaTable
    let standIns: [String: LuaFunction]
  }

  /// The file, in the same folder as `headless.lua`.
  static let file = "personas.lua"

  var all: [Persona] = []

  /// The name of the current persona, or `nil` if none is set.
  var current: String?

  /// The names, sorted.
  var names: [String] { all.map(\.name) }

  subscript(name: String) -> Persona? { all.first { $0.name == name } }
}
