#if Command
/// How tests run.
struct TestRunChoice {
  var `repeat` = 1
  var shuffle = false
  var shuffleFiles = false
  var shuffleTests = false
  var sort = false
  var sortFiles = false
  var sortTests = false
  var seed: Int64?
  var keepGoing: Bool?
  var jobs = 1
  var retries = 0
  var updateSnapshots = false
  var noNewSnapshots = false
  var watch = false
  var unsafe = false
  var failFast = false
  var lazy = false
  var autoInsulate: Bool?
  var memory = 64
  var timeout = 10.0

  /// What is wrong with the numbers, or `nil`.
  var problem: String? {
    if !(1...256).contains(jobs) { return "--jobs takes 1 to 256, and got \(jobs)." }
    if !(0...100).contains(retries) { return "--retries takes 0 to 100, and got \(retries)." }
    if !(timeout > 0 && timeout <= 86_400) {
      return "--timeout takes more than 0 and at most 86400 s, and got \(timeout)."
    }
    if !(1...65_536).contains(memory) {
      return "--memory takes 1 to 65536 MiB, and got \(memory)."
    }
    if !(1...1_000_000).contains(`repeat`) {
      return "--repeat takes 1 to 1000000, and got \(`repeat`)."
    }
    return nil
  }
}
#endif
