#if Command
import ArgumentParser
import ScriptAnalysis

/// The options of `moonroute check`.
struct CheckOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, github, sarif
  }

  @Option(help: ArgumentHelp("How to print: text, json, github or sarif.", valueName: "name"))
  var format = Format.text

  @Flag(help: "Settle what can be settled without a question, in the files.")
  var fix = false

  @Option(help: ArgumentHelp("Leave a rule out; may be given several times.", valueName: "rule"))
  var allow: [String] = []

  @Option(
    help: ArgumentHelp("Make a rule an error; may be given several times.", valueName: "rule")
  )
  var deny: [String] = []

  @Flag(help: "Let notes count for the exit status.")
  var strict = false

  @Flag(help: "Read the specs, too; they are not run.")
  var specs = false

  func validate() throws {
    for id in allow + deny {
      if let problem = CheckRule.problem(withID: id) { throw ValidationError(problem) }
    }
  }
}
#endif
