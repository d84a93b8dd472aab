/// Why nothing was measured.
enum BenchmarkError: Error {
  /// A peer gave another answer than expected.
  case wrongAnswer(path: String)
  case noMemory
  case unknownArgument(String)
  case unknownCase(String)
}
