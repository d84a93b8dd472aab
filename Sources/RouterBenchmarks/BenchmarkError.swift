/// Why nothing was measured.
enum BenchmarkError: Error {
  /// A peer gave another answer than expected.
  case wrongAnswer(path: String)
  case noMemory
  case unknownArgument(String)
  case unknownCase(String)
  /// A program that is measured ended with an error.
  case programFailed([String], output: String)
  /// Two programs did not do the same.
  case unequalWork(String)
}
