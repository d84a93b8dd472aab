extension Duration {
  /// The whole nanoseconds, 0 for a negative duration, and what fits for a very long one.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, isTooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .max : product &+ UInt64(attoseconds) / 1_000_000_000
  }

  /// The form `250 ms` or `2 s`.
  var brief: String {
    let milliseconds = nanoseconds / 1_000_000
    return milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
