#if Command
import ArgumentParser

/// The number of rounds, and the order of files and tests in each.
struct TestOrderOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Run everything n times.", valueName: "n"))
  var `repeat`: Int?

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: "Run files and tests in random order."
  )
  var shuffle: Bool?

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Run files in random order.")
  var shuffleFiles: Bool?

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Run tests in random order.")
  var shuffleTests: Bool?

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: "Run files and tests in the order of their names."
  )
  var sort: Bool?

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: "Run files in the order of their names."
  )
  var sortFiles: Bool?

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: "Run tests in the order of their names."
  )
  var sortTests: Bool?

  @Option(help: ArgumentHelp("The seed of random orders.", valueName: "n"))
  var seed: Int64?

  func validate() throws {
    if let count = `repeat`, !(1...1_000_000).contains(count) {
      throw ValidationError("--repeat takes 1 to 1000000, but got \(count).")
    }
  }

  var shufflesFiles: Bool { shuffleFiles ?? shuffle ?? false }

  var shufflesTests: Bool { shuffleTests ?? shuffle ?? false }

  var sortsFiles: Bool { sortFiles ?? sort ?? false }

  var sortsTests: Bool { sortTests ?? sort ?? false }
}
#endif
