import LuaRuntime

/// The session of the previous scripts, or of an earlier run of the program, while scripts load.
struct EarlierSession {
  struct Unfit {
    let key: LuaKey
    let reason: String
  }

  /// The whole session; `nil` for none.
  var values: LuaTable?

  var version = 0

  /// Whether a reload kept the values, so that the session has them already.
  var isKept = false

  /// The values that do not fit the declarations.
  var unfit: [Unfit] = []

  /// Whether values have changed since the last check, so that guards have to run again.
  var hasChanged = false
}
