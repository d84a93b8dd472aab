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
      "Run only specs that files changed since a commit can affect. (default commit: HEAD)",
      valueName: "ref"
    )
  )
  var changed: String?

  @Option(
    help: ArgumentHelp(
      "Run only one part of the spec files, such as 2/5. Each file is in exactly one part.",
      valueName: "n/count"
    )
  )
  var shard: String?

  @Option(
    help: ArgumentHelp(
      "Run only the tests that failed in their last run here: --rerun failed.",
      valueName: "what"
    )
  )
  var rerun: Rerun?

  @Flag(help: "Run the tests that failed in their last run here first.")
  var failedFirst = false

  /// Whether the options may exclude spec files.
  var isNarrowing: Bool { changed != nil || shard != nil || rerun != nil }

  func validate() throws {
    if let shard, SpecShard(shard) == nil {
      throw ValidationError("--shard takes a part such as 2/5, but got '\(shard)'.")
    }
  }
}
#endif
