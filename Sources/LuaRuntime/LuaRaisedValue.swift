/// The value that a script raised, carried by an error so that it can be raised again as it was.
///
/// Invariant: only `LuaState` reads it, on the executor of the state that the value belongs to.
/// Elsewhere it is only carried and released, and releasing a reference is safe anywhere.
final class LuaRaisedValue: @unchecked Sendable {
  let value: LuaValue

  init(_ value: LuaValue) {
    self.value = value
  }
}
