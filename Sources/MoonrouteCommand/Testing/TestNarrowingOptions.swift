#if Command
import ArgumentParser
import ScriptTesting

/// The options for selecting spec files by earlier runs and changes.
struct TestNarrowingOptions: ParsableArguments {
  enum Rerun: String, ExpressibleByArgument, CaseIterable {
    /// The tests that failed in their last run.
    case failed
  }

  @Option(
    defaultAsFlag: "HEAD",
    parsing: .next,
    help: ArgumentHelp(
      "Only specs that the files changed since a commit can reach. (without one: HEAD)",
      valueName: "ref"
    )
  )
  var changed: String?

  @Option(
    help: ArgumentHelp(
      "Only one part of the spec files, such as 2/5. The parts hold each file once.",
      valueName: "n/count"
    )
  )
  var shard: String?

  @Option(
    help: ArgumentHelp(
      "Only the tests that failed when they last ran here: --rerun failed.",
      valueName: "what"
    )
  )
  var rerun: Rerun?

  /// Whether the options may exclude spec files.
  var isNarrowing: Bool { changed != nil || shard != nil || rerun != nil }

  func validate() throws {
    if let shard, SpecShard(shard) == nil {
      throw ValidationError("--shard takes a part such as 2/5, and got '\(shard)'.")
    }
  }
}
#endif
