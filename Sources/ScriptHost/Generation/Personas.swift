import LuaRuntime
import Moonroute

/// The personas of `personas.lua`, and the current one.
struct Personas {
  struct Persona {
    let name: String
    let session: LuaTable
    let standIns: [String: LuaFunction]
    /// The results of functions that are written as values.
    let answers: [String: Value]
  }

  /// The file, in the same folder as `headless.lua`.
  static let file = "personas.lua"

  var all: [Persona] = []

  var current: String?

  /// The results of functions of the program that are replaced until the next persona.
  var replaced: [String: Value] = [:]

  /// The texts of the sessions that no script contains, by persona; filled when they are needed.
  var ownTexts: [String: [String]] = [:]

  /// The names, sorted.
  var names: [String] { all.map(\.name) }

  subscript(name: String) -> Persona? { all.first { $0.name == name } }
}
