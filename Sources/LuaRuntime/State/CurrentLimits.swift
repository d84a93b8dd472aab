/// The current limits for scripts; ``LuaLimits`` has the initial ones.
struct CurrentLimits {
  var memoryBytes: Int
  var computingTime: Duration
  /// The time that all calls together may compute, while it is limited.
  var sharedTime: Duration?
  /// Whether the collector was delayed, which happens once.
  var hasDelayedCollector = false
  let names: LuaLimits.Names

  init(_ limits: LuaLimits) {
    memoryBytes = limits.memoryBytes
    computingTime = limits.computingTime
    names = limits.names
  }
}
