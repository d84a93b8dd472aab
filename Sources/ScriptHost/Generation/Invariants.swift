import LuaRuntime
import Moonroute

/// The invariants of `invariants.lua`: what holds whatever a person does.
struct Invariants {
  struct Invariant {
    let name: String
    /// Answers whether it holds; it gets the stage.
    let function: LuaFunction
    let site: SourceSite?
  }

  /// The file, beside `personas.lua`.
  static let file = "invariants.lua"

  /// The global that writes one.
  static let word = "invariant"

  /// The invariants, in the order in which they are written.
  var all: [Invariant] = []
}
