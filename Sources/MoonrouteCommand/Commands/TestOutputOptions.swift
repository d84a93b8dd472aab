#if Command
import ArgumentParser
import ScriptTesting

/// How the run is told.
struct TestOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .long, .customLong("format")],
    help: ArgumentHelp("pretty, plain, tap, junit, json, gtest or github.", valueName: "name")
  )
  var output: String?

  @Option(help: ArgumentHelp("Write there instead of on standard output.", valueName: "file"))
  var outputFile: String?

  @Flag(name: .shortAndLong, inversion: .prefixedNo, help: "Tell what all tests printed.")
  var verbose = false

  @Flag(inversion: .prefixedNo, help: "Only count pending tests.")
  var suppressPending = false

  @Flag(inversion: .prefixedNo, help: ArgumentHelp("Write at the end only.", visibility: .hidden))
  var deferPrint: Bool?

  @Flag(help: "The same as --format json.")
  var json = false

  @Flag(help: "Print without colour. The variable NO_COLOR does the same.")
  var noColor = false

  func validate() throws {
    if let output, SpecFormat(named: output) == nil {
      let names = SpecFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no format '\(output)'. Choose one of \(names).")
    }
  }
}
#endif
