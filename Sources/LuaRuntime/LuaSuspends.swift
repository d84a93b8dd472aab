/// Whether a host function may answer ``LuaAnswer/suspend(_:)``.
public enum LuaSuspends: Sendable {
  /// It never does.
  case never
  /// It may, unless ``LuaCall/canSuspend`` says that it cannot now.
  case sometimes
  /// It always does. Where it cannot (while a script loads, inside a sort or gsub), the script
  /// gets an error and the host function is not called.
  case always
}
