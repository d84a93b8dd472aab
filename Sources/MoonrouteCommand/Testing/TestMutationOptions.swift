#if Command
import ArgumentParser

/// The options for changing rules, which shows whether a spec notices.
struct TestMutationOptions: ParsableArguments {
  @Flag(
    name: .customLong("mutate"),
    help: "Change each rule of the application in turn, and report changes that no spec notices."
  )
  var changesRules = false

  @Option(
    help: ArgumentHelp(
      "Change only rules with lines changed since a commit. (implies --mutate)",
      valueName: "ref"
    )
  )
  var mutateSince: String?

  @Option(
    help: ArgumentHelp(
      "Start no change after this number of seconds. (implies --mutate)",
      valueName: "s"
    ),
    transform: DecimalNumber.read
  )
  var mutateTime: Double?

  var isWanted: Bool { changesRules || mutateSince != nil || mutateTime != nil }

  func validate() throws {
    if let time = mutateTime, !(time > 0 && time <= 86_400) {
      throw ValidationError("--mutate-time takes more than 0 and at most 86400 s, but got \(time).")
    }
  }
}
#endif
