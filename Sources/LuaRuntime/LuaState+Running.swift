internal import CLua

extension LuaState {
  /// Whether a script runs at the moment, so that no other one can be called.
  public var isRunning: Bool { door.pointer.map { clua_is_running($0) } ?? false }
}
