import LuaRuntime
import Moonroute

/// The invariants of `invariants.lua`: conditions that must always hold.
struct Invariants {
  struct Invariant {
    let name: String
    /// Returns whether it holds; its argument is the stage.
    let function: LuaFunction
    let site: SourceSite?
  }

  /// The file, in the same folder as `personas.lua`.
  static let file = "invariants.lua"

  /// The global function that defines an invariant.
  static let word = "invariant"

  var all: [Invariant] = []
}
