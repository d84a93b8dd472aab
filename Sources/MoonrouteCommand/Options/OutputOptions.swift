#if Command
import ArgumentParser

struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON value per line, and nothing else.")
  var json = false

  @Flag(help: "Print without colour. The variable NO_COLOR does the same.")
  var noColor = false

  var console: Console { Console(allowsColour: !noColor, isJSON: json) }
}
#endif
