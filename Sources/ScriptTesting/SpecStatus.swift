/// How a test ended.
public enum SpecStatus: String, Sendable, CaseIterable {
  /// Everything it asserted held.
  case success
  /// An assertion did not hold.
  case failure
  /// Something else went wrong, in the test or around it.
  case error
  /// It is not written yet, or was skipped.
  case pending
}
