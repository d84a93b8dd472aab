/// The events of a run.
public enum SpecEvent: Sendable {
  /// A file begins.
  case began(String)
  /// A test has ended, or something around tests has gone wrong.
  case ended(SpecResult)
  /// A file has ended, with all its results and the time it took.
  case finished(String, [SpecResult], Duration)
}
