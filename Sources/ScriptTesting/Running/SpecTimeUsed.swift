/// The end of a spec file whose tests have had the time that they may take together.
struct SpecTimeUsed: Error, CustomStringConvertible {
  /// The processor time that they have had.
  let limit: Duration

  /// The mistake.
  var description: String {
    "the tests of this file computed longer than the \(limit.seconds) seconds that they have together"
  }
}
