/// The limits for scripts at the moment; ``LuaLimits`` says what they begin with.
struct CurrentLimits {
  /// The bytes that scripts may hold.
  var memoryBytes: Int
  /// The time that each call may compute.
  var computingTime: Duration
  /// The time that all calls together may compute, while that is bounded.
  var sharedTime: Duration?
  /// Whether the collector was told to wait, as it is once.
  var hasDelayedCollector = false
  /// The names under which the limits are set, for errors.
  let names: LuaLimits.Names

  /// Begins with the limits of the state.
  init(_ limits: LuaLimits) {
    memoryBytes = limits.memoryBytes
    computingTime = limits.computingTime
    names = limits.names
  }
}
