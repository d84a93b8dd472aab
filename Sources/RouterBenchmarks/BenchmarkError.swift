/// The reason why a benchmark failed.
enum BenchmarkError: Error {
  /// A peer returned an unexpected result.
  case wrongAnswer(path: String)
  case noMemory
  case unknownArgument(String)
  case unknownCase(String)
  case programFailed([String], output: String)
  /// Two programs did different work.
  case unequalWork(String)
}
