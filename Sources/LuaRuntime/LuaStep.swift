/// How far a script got.
public enum LuaStep {
  /// It returned these results.
  case finished([LuaValue])
  /// It waits for the host.
  case suspended(LuaTask)
  /// It ended with an error.
  indirect case failed(LuaError)
}
