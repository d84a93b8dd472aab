/// The error of a spec file whose tests together have used up their time.
struct SpecTimeUsed: Error, CustomStringConvertible {
  let limit: Duration

  var description: String {
    "the tests of this file computed longer than the \(limit.seconds) seconds that they have together"
  }
}
