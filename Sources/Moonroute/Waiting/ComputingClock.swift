/// A clock of what scripts compute, and how much of it is too much.
package struct ComputingClock {
  /// The nanoseconds so far, which grow while scripts run, in steps of some milliseconds.
  package let now: () -> UInt64

  /// The nanoseconds that one call of a script may compute.
  package let callLimit: UInt64

  package init(callLimit: UInt64, now: @escaping () -> UInt64) {
    self.now = now
    self.callLimit = callLimit
  }

  /// The nanoseconds since a time; none if the clock is another one by now, as after a reload.
  package func since(_ start: UInt64) -> UInt64 {
    let now = now()
    return now > start ? now - start : 0
  }

  /// When the application's executor is left for others before the next call of a script.
  ///
  /// A call that has begun is not cut short by it, so that the executor is held for one and a half
  /// times the limit of a call at most.
  package var turnLimit: UInt64 { callLimit / 2 }

  /// The computing that may come of one event, or of one open, all calls of scripts together.
  package var chainLimit: UInt64 { callLimit * 4 }

  /// ``chainLimit`` in words.
  package var chainWords: String {
    let milliseconds = chainLimit / 1_000_000
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
