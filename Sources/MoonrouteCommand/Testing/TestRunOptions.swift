#if Command
import ArgumentParser
import ScriptHost

/// The settings of a run.
struct TestRunOptions: ParsableArguments {
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

  @Flag(help: "Take over snapshots that differ, and drop those that no test asks for.")
  var updateSnapshots = false

  @Flag(help: "Fail for snapshots that are not there yet. The variable CI does the same.")
  var noNewSnapshots = false

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

  @Option(help: ArgumentHelp("The memory that the scripts of a file may use.", valueName: "MiB"))
  var memory = HeadlessScripts.memoryBytes >> 20

  @Option(
    help: ArgumentHelp("The processor time that a test may take, in seconds.", valueName: "s")
  )
  var timeout = 10.0

  func validate() throws {
    if let problem { throw ValidationError(problem) }
  }

  /// The error for a wrong number, or `nil`.
  private var problem: String? {
    if !(1...256).contains(jobs) { return "--jobs takes 1 to 256, and got \(jobs)." }
    if !(0...100).contains(retries) { return "--retries takes 0 to 100, and got \(retries)." }
    if !(timeout > 0 && timeout <= 86_400) {
      return "--timeout takes more than 0 and at most 86400 s, and got \(timeout)."
    }
    if !(1...65_536).contains(memory) {
      return "--memory takes 1 to 65536 MiB, and got \(memory)."
    }
    return nil
  }
}
#endif
