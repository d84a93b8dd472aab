#if Command
import ArgumentParser

/// The settings of a run.
struct TestRunOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Run everything so often.", valueName: "n"))
  var `repeat`: Int?

  @OptionGroup var order: TestOrderOptions

  @Flag(name: .customShort("k"), help: ArgumentHelp("Go on after a failure.", visibility: .hidden))
  var shortKeepGoing = false

  @Flag(inversion: .prefixedNo, help: "Go on after a failure. (default: yes)")
  var keepGoing: Bool?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Run so many files side by side.", valueName: "n")
  )
  var jobs = 1

  @Option(help: ArgumentHelp("Run a test that fails again, so often at most.", valueName: "n"))
  var retries = 0

  @OptionGroup var snapshots: TestSnapshotOptions

  @Flag(name: .shortAndLong, help: "Run what a changed file affects again, until interrupted.")
  var watch = false

  @Flag(help: "Give scripts all of Lua's libraries (files, processes, ...), and any memory.")
  var unsafe = false

  @Flag(help: "End at the first failure.")
  var failFast = false

  @Flag(inversion: .prefixedNo, help: "Set a block up at its first test only.")
  var lazy: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Keep what a file does to globals and modules from the others. (default: yes)"
  )
  var autoInsulate: Bool?

  @OptionGroup var limits: TestLimitOptions

  @OptionGroup var resources: StorageOptions

  func validate() throws {
    if let problem { throw ValidationError(problem) }
  }

  /// The message for a wrong number, or `nil`.
  private var problem: String? {
    if !(1...256).contains(jobs) { return "--jobs takes 1 to 256, and got \(jobs)." }
    if !(0...100).contains(retries) { return "--retries takes 0 to 100, and got \(retries)." }
    if let problem = limits.problem { return problem }
    if let count = `repeat`, !(1...1_000_000).contains(count) {
      return "--repeat takes 1 to 1000000, and got \(count)."
    }
    return nil
  }
}
#endif
