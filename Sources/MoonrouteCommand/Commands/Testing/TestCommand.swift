#if Command
import ArgumentParser

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct TestCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Runs specs.",
    discussion: """
      Runs specs that use busted's functions. Each file has a fresh state and a freshly loaded \
      application. Ends with status 1 if a test fails or no test was selected.
      """
  )

  @Argument(
    help: ArgumentHelp("Spec files, or folders with them. (default: spec)", valueName: "path"),
    completion: .file()
  )
  var paths: [String] = []

  // The groups are not nested: in a debug build, the parser checks each nested group again for
  // every check of its parent.
  @OptionGroup(title: "Choice of files") var files: TestFileOptions
  @OptionGroup(title: "Choice of files") var narrowing: TestNarrowingOptions
  @OptionGroup(title: "Choice of tests") var tests: TestChoiceOptions
  @OptionGroup(title: "Changes of rules") var mutation: TestMutationOptions
  @OptionGroup(title: "Run") var order: TestOrderOptions
  @OptionGroup(title: "Run") var run: TestRunOptions
  @OptionGroup(title: "Run") var resources: StorageOptions
  @OptionGroup(title: "Output") var output: TestOutputOptions
  @OptionGroup var busted: TestBustedOptions

  /// Rewrites options with an optional value, which the parser does not support.
  static func readable(_ arguments: [String]) -> [String] {
    guard arguments.first == configuration.commandName else { return arguments }
    let option = "--coverage="
    return arguments.enumerated()
      .flatMap { index, argument -> [String] in
        if argument.hasPrefix(option) {
          return ["--coverage-format=" + argument.dropFirst(option.count)]
        }
        // The empty pattern disables the pattern of the configuration.
        if argument == "--exclude-pattern=" { return ["--exclude-pattern", ""] }
        // As in git, an existing path is a path. A commit with the same name is `--changed=NAME`.
        let next = arguments.dropFirst(index + 1).first
        let isPath = next.map { FileManager.default.fileExists(atPath: $0) } ?? false
        return [argument == "--changed" && isPath ? "--changed=HEAD" : argument]
      }
  }

  func validate() throws {
    if run.watch, narrowing.isNarrowing {
      throw ValidationError(
        "--watch selects the affected specs itself. Leave out --changed, --shard and --rerun."
      )
    }
    if let mutationProblem { throw ValidationError(mutationProblem) }
  }

  /// The error for an option that does not apply when rules are changed, or `nil`.
  private var mutationProblem: String? {
    guard mutation.isWanted else { return nil }
    if run.unsafe { return "--mutate runs rules that nobody wrote. Leave out --unsafe." }
    if resources.storage != nil {
      return "--mutate runs rules that nobody wrote. Leave out --storage."
    }
    let others = [
      ("--watch", run.watch), ("--list", tests.list), ("--repeat", order.repeat != nil),
      ("--update-snapshots", run.updateSnapshots), ("--coverage", output.coverageReport != nil),
    ]
    if let (name, _) = others.first(where: \.1) {
      return "--mutate runs specs many times. Leave out \(name)."
    }
    if let format = output.output, !["pretty", "plain", "json", "html"].contains(format) {
      return "--mutate supports the formats pretty, plain, json and html, but got '\(format)'."
    }
    return nil
  }

  func perform() async throws {
    try await TestSession.run(TestSettings(self))
  }
}
#endif
