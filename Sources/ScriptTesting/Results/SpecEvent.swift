/// The events of a run.
public enum SpecEvent: Sendable {
  /// A file begins.
  case began(String)
  /// A test ended, or a failure occurred outside of tests.
  case ended(SpecResult)
  /// A file ended, with all its results and its duration.
  case finished(String, [SpecResult], Duration)
}
