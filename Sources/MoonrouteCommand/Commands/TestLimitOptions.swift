#if Command
import ArgumentParser

/// The limits of what the scripts of a run may use.
struct TestLimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The memory that the scripts of a file may use.", valueName: "MiB"))
  var memory = 64

  @Option(
    help: ArgumentHelp("The processor time that a test may take, in seconds.", valueName: "s")
  )
  var timeout = 10.0

  /// The message for a limit out of range, or `nil`.
  var problem: String? {
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
