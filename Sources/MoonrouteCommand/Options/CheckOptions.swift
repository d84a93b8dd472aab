#if Command
import ArgumentParser
import ScriptAnalysis

struct CheckOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, github, sarif
  }

  @Option(help: ArgumentHelp("The format: text, json, github or sarif.", valueName: "name"))
  var format = Format.text

  @Flag(help: "Apply the fixes that are always correct to the files.")
  var fix = false

  @Option(help: ArgumentHelp("Disable a rule. May be repeated.", valueName: "rule"))
  var allow: [String] = []

  @Option(
    help: ArgumentHelp("Make a rule an error. May be repeated.", valueName: "rule")
  )
  var deny: [String] = []

  @Flag(help: "Include notes in the exit status.")
  var strict = false

  @Flag(help: "Also check the specs, without running them.")
  var specs = false

  func validate() throws {
    for id in allow + deny {
      if let problem = CheckRule.problem(withID: id) { throw ValidationError(problem) }
    }
  }
}
#endif
