#if Command
import ArgumentParser

/// The order of files and tests.
struct TestOrderOptions: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Run files and tests in random order.")
  var shuffle = false

  @Flag(inversion: .prefixedNo, help: "Run files in random order.")
  var shuffleFiles = false

  @Flag(inversion: .prefixedNo, help: "Run tests in random order.")
  var shuffleTests = false

  @Flag(inversion: .prefixedNo, help: "Run files and tests in the order of their names.")
  var sort = false

  @Flag(inversion: .prefixedNo, help: "Run files in the order of their names.")
  var sortFiles = false

  @Flag(inversion: .prefixedNo, help: "Run tests in the order of their names.")
  var sortTests = false

  @Option(help: ArgumentHelp("The seed of random orders.", valueName: "n"))
  var seed: Int64?

  /// Whether files run in random order.
  var shufflesFiles: Bool { shuffle || shuffleFiles }

  /// Whether tests run in random order.
  var shufflesTests: Bool { shuffle || shuffleTests }

  /// Whether files run in the order of their names.
  var sortsFiles: Bool { sort || sortFiles }

  /// Whether tests run in the order of their names.
  var sortsTests: Bool { sort || sortTests }
}
#endif
