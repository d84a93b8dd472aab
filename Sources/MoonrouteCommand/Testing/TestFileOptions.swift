#if Command
import ArgumentParser

struct TestFileOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Part of a spec file's name. May be repeated. (default: _spec)")
  )
  var pattern: [String] = []

  @Option(help: ArgumentHelp("Skip files with this in their name.", valueName: "pattern"))
  var excludePattern: [String] = []

  @Flag(
    name: .customShort("R"),
    help: ArgumentHelp("Search subfolders.", visibility: .hidden)
  )
  var shortRecursive = false

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Search subfolders. (default: yes)")
  var recursive: Bool?

  @Option(
    name: [.customShort("C"), .long],
    help: ArgumentHelp(
      "Work in this folder. May be repeated, each relative to the one before.",
      valueName: "dir"
    )
  )
  var directory: [String] = []

  @Option(
    name: [.customShort("m"), .long],
    help: ArgumentHelp("The search path for modules, such as './src/?.lua'.", valueName: "path")
  )
  var lpath: [String] = []

  @Option(
    help: ArgumentHelp("The search path for modules in C, with --unsafe.", valueName: "path")
  )
  var cpath: [String] = []

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: "Load the main.lua above the specs. (default: unless it belongs to another program)"
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
    help: ArgumentHelp("An argument for the helper. May be repeated.", valueName: "word")
  )
  var helperWords: [String] = []

  @Option(
    help: ArgumentHelp(
      "Call this function before each test of all files, such as app.reset.",
      valueName: "function"
    )
  )
  var beforeEach: String?

  @Option(
    name: [.customShort("f"), .long],
    help: ArgumentHelp("Read this configuration. (default: .busted)", valueName: "file")
  )
  var configFile: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Use this task of the configuration.", valueName: "task")
  )
  var run: String?

  func validate() throws {
    try TestPatterns.check(pattern, of: "--pattern")
    try TestPatterns.check(excludePattern, of: "--exclude-pattern")
  }
}
#endif
