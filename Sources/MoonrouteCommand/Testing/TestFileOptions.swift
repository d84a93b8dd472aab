#if Command
import ArgumentParser

/// The options for finding spec files.
struct TestFileOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Part of a spec file's name. May be repeated. (default: _spec)")
  )
  var pattern: [String] = []

  @Option(help: ArgumentHelp("Leave out files with this in their name.", valueName: "pattern"))
  var excludePattern: [String] = []

  @Flag(
    name: .customShort("R"),
    help: ArgumentHelp("Look into folders in folders.", visibility: .hidden)
  )
  var shortRecursive = false

  @Flag(inversion: .prefixedNo, help: "Look into folders in folders. (default: yes)")
  var recursive: Bool?

  @Option(
    name: [.customShort("C"), .long],
    help: ArgumentHelp(
      "Work in this folder. May be repeated, each from the one before.",
      valueName: "dir"
    )
  )
  var directory: [String] = []

  @Option(
    name: [.customShort("m"), .long],
    help: ArgumentHelp("Where modules are looked for, such as './src/?.lua'.", valueName: "path")
  )
  var lpath: [String] = []

  @Option(
    help: ArgumentHelp("Where modules in C are looked for, with --unsafe.", valueName: "path")
  )
  var cpath: [String] = []

  @Flag(
    inversion: .prefixedNo,
    help: "Load the main.lua above the specs. (default: if it is none of another program)"
  )
  var app: Bool?

  @Option(help: ArgumentHelp("Run this Lua file before each spec file.", valueName: "file"))
  var helper: String?

  @Option(
    name: .customShort("e"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Run this line of Lua before each spec file. May be repeated.",
      valueName: "statement"
    )
  )
  var statements: [String] = []

  @Option(
    name: .customLong("Xhelper", withSingleDash: true),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A word for the helper. May be repeated.", valueName: "word")
  )
  var helperWords: [String] = []

  @Option(
    name: [.customShort("f"), .long],
    help: ArgumentHelp("Read this configuration. (default: .busted)", valueName: "file")
  )
  var configFile: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Take this task of the configuration.", valueName: "task")
  )
  var run: String?

  func validate() throws {
    try TestPatterns.check(pattern, of: "--pattern")
    try TestPatterns.check(excludePattern, of: "--exclude-pattern")
  }
}
#endif
