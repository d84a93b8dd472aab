/// The error of a spec file whose tests together have used up their time.
struct SpecTimeError: Error, CustomStringConvertible {
  let limit: Duration

  var description: String {
    "the tests of this file used up their \(limit.seconds) seconds of processor time"
  }
}
