#if Command
import ArgumentParser
import ScriptHost

struct TestRunOptions: ParsableArguments {
  @Flag(
    name: .customShort("k"),
    help: ArgumentHelp("Continue after a failure.", visibility: .hidden)
  )
  var shortKeepGoing = false

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: "Continue after a failure. (default: yes)"
  )
  var keepGoing: Bool?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      Run this number of files in parallel. (default: one per processor; 1 with --unsafe, \
      --storage, --fail-fast or --no-auto-insulate)
      """,
      valueName: "n"
    )
  )
  var jobs: Int?

  @Option(help: ArgumentHelp("Run a test that fails again, up to n times.", valueName: "n"))
  var retries = 0

  @Flag(help: "Fail if a test passes only on a retry.")
  var failOnFlaky = false

  @Flag(help: "Update snapshots that differ, and remove those that no test uses.")
  var updateSnapshots = false

  @Flag(help: "Fail for missing snapshots. The variable CI does the same.")
  var noNewSnapshots = false

  @Flag(name: .shortAndLong, help: "Run affected specs again after each change, until interrupted.")
  var watch = false

  @Flag(help: "Give scripts all Lua libraries (files, processes, ...) and unlimited memory.")
  var unsafe = false

  @Flag(help: "End at the first failure.")
  var failFast = false

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: "Set up a block only when its first test runs."
  )
  var lazy: Bool?

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: "Isolate the changes of a file to globals and modules. (default: yes)"
  )
  var autoInsulate: Bool?

  @Option(help: ArgumentHelp("The memory that the scripts of a file may use.", valueName: "MiB"))
  var memory = HeadlessScripts.memoryBytes >> 20

  @Option(
    help: ArgumentHelp(
      """
      The processor time that a test may take, in seconds. With --unsafe, it cannot end a single \
      call of a function in C, such as a search with a slow pattern. (default: 10.0)
      """,
      valueName: "s"
    ),
    transform: DecimalNumber.read
  )
  var timeout = 10.0

  func validate() throws {
    if let problem { throw ValidationError(problem) }
  }

  /// The error for a wrong number, or `nil`.
  private var problem: String? {
    if let jobs, !(1...256).contains(jobs) { return "--jobs takes 1 to 256, but got \(jobs)." }
    if !(0...100).contains(retries) { return "--retries takes 0 to 100, but got \(retries)." }
    if !(timeout > 0 && timeout <= 86_400) {
      return "--timeout takes more than 0 and at most 86400 s, but got \(timeout)."
    }
    if !(1...65_536).contains(memory) {
      return "--memory takes 1 to 65536 MiB, but got \(memory)."
    }
    return nil
  }
}
#endif
