/// Measures the computing time of scripts and defines its limits.
package struct ComputingClock {
  /// In nanoseconds; grows while scripts run, in steps of a few milliseconds.
  package let now: () -> UInt64

  /// The nanoseconds that one call of a script may use.
  package let callLimit: UInt64

  package init(callLimit: UInt64, now: @escaping () -> UInt64) {
    self.now = now
    self.callLimit = callLimit
  }

  /// The nanoseconds since a time; 0 if the clock was replaced meanwhile, for example by a reload.
  package func since(_ start: UInt64) -> UInt64 {
    let now = now()
    return now > start ? now - start : 0
  }

  /// The computing time after which the router's executor is yielded before the next call of a
  /// script.
  ///
  /// It does not interrupt a running call, so scripts hold the executor for at most one and a half
  /// times the limit of a call.
  package var turnLimit: UInt64 { callLimit / 2 }

  /// The computing time for one event or one open, over all calls of scripts.
  package var chainLimit: UInt64 { callLimit * 4 }

  package var chainWords: String {
    let milliseconds = chainLimit / 1_000_000
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
