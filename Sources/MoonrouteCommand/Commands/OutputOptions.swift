#if Command
import ArgumentParser

/// How a command prints its result.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON value per line, and nothing else.")
  var json = false

  @Flag(help: "Print without colour. The variable NO_COLOR does the same.")
  var noColor = false

  /// The console to print on.
  var console: Console { Console(allowsColour: !noColor) }
}
#endif
