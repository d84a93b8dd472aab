/// Selects the tests of a file by lines that reports print.
struct SpecLineChoice {
  /// The listed tests and blocks of the file, and the errors in it.
  let listed: [SpecResult]
  /// The number of the last line of the file.
  let lastLine: Int

  /// Returns the places of the tests, or `nil` for all tests.
  ///
  /// A line in a test selects the test, another line in a block selects the block, and a line
  /// outside of any block selects the file.
  func places(at lines: [Int]) -> Set<String>? {
    // A file that does not load reports its error.
    if listed.contains(where: \.hasFailed) { return nil }
    var chosen: Set<String> = []
    for line in lines {
      let around = listed.filter { $0.diagnostics.spans.contains { $0.contains(line) } }
      let innermost = around.compactMap { $0.diagnostics.spans.first { $0.contains(line) } }
        .min(by: isInside)
      if let innermost {
        for test in around where test.isTest && test.diagnostics.spans.contains(innermost) {
          chosen.insert("\(test.file):\(test.line)")
        }
      } else if (1...lastLine).contains(line) {
        return nil
      }
    }
    return chosen
  }

  private func isInside(_ one: ClosedRange<Int>, _ other: ClosedRange<Int>) -> Bool {
    one.count < other.count
  }
}
