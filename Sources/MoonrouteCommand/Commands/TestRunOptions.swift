#if Command
import ArgumentParser

/// The settings of a run.
struct TestRunOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Run everything so often.", valueName: "n"))
  var `repeat` = 1

  @Flag(inversion: .prefixedNo, help: "Run files and tests in random order.")
  var shuffle = false

  @Flag(inversion: .prefixedNo, help: "Run files in random order.")
  var shuffleFiles = false

  @Flag(inversion: .prefixedNo, help: "Run tests in random order.")
  var shuffleTests = false

  @Flag(inversion: .prefixedNo, help: "Run files and tests in the order of their names.")
  var sort = false

  @Flag(inversion: .prefixedNo, help: "Run files in the order of their names.")
  var sortFiles = false

  @Flag(inversion: .prefixedNo, help: "Run tests in the order of their names.")
  var sortTests = false

  @Option(help: ArgumentHelp("The seed of random orders.", valueName: "n"))
  var seed: Int64?

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
  var lazy = false

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp("Insulate files. Always the case.", visibility: .hidden)
  )
  var autoInsulate: Bool?

  @Option(help: ArgumentHelp("The memory that the scripts of a file may use.", valueName: "MiB"))
  var memory = 64

  @Option(
    help: ArgumentHelp("The processor time that a test may take, in seconds.", valueName: "s")
  )
  var timeout = 10.0

  /// The choices of these options.
  var choice: TestRunChoice {
    TestRunChoice(
      repeat: `repeat`,
      shuffle: shuffle,
      shuffleFiles: shuffleFiles,
      shuffleTests: shuffleTests,
      sort: sort,
      sortFiles: sortFiles,
      sortTests: sortTests,
      seed: seed,
      keepGoing: keepGoing,
      jobs: jobs,
      retries: retries,
      updateSnapshots: updateSnapshots,
      noNewSnapshots: noNewSnapshots,
      watch: watch,
      unsafe: unsafe,
      failFast: failFast,
      lazy: lazy,
      autoInsulate: autoInsulate,
      memory: memory,
      timeout: timeout
    )
  }

  func validate() throws {
    if let problem = choice.problem { throw ValidationError(problem) }
  }
}
#endif
