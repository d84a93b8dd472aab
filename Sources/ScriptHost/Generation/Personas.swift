import LuaRuntime

/// The personas of `personas.lua`, and which of them is in force.
struct Personas {
  struct Persona {
    let name: String
    /// The fields of `session` that it brings along.
    let session: LuaTable
    /// The functions that stand in for those of the program, by name.
    let standIns: [String: LuaFunction]
  }

  /// The file, beside `headless.lua`.
  static let file = "personas.lua"

  var all: [Persona] = []

  /// The name of the one in force, or `nil` when there is none.
  var current: String?

  /// The names, sorted.
  var names: [String] { all.map(\.name) }

  /// Finds a persona.
  subscript(name: String) -> Persona? { all.first { $0.name == name } }
}
