/// The journeys of an application as they ran together, and what differs from the time before.
package struct JourneyRound: Sendable {
  /// The difference of a journey from its result before.
  package enum News: String, Sendable {
    /// It is well, as it was.
    case none
    /// It is well, and has not run before.
    case new
    /// It fails, and did not, or failed otherwise.
    case failed
    /// It fails as before.
    case still
    /// It goes again.
    case mended
  }

  /// A journey that ran.
  package struct Row: Sendable {
    package let name: String
    package let result: JourneyResult
    package let news: News
  }

  /// The journeys, sorted by name.
  package let rows: [Row]

  /// The files that did not run, as there are too many.
  package let leftOutCount: Int

  /// Whether no journeys ran before.
  package let isFirst: Bool

  /// Compares results with those of the round before.
  ///
  /// - Parameters:
  ///   - results: The results by name.
  ///   - before: Those before; `nil`: there were none.
  ///   - leftOutCount: The files that did not run. Default: none.
  init(
    _ results: [String: JourneyResult],
    before: [String: JourneyResult]?,
    leftOutCount: Int = 0
  ) {
    rows = results.sorted { $0.key < $1.key }
      .map { name, result in
        Row(name: name, result: result, news: Self.news(of: result, before: before?[name]))
      }
    self.leftOutCount = leftOutCount
    isFirst = before == nil
  }

  private static func news(of result: JourneyResult, before: JourneyResult?) -> News {
    if result.status == .passed {
      return before.map { $0.status == .failed ? .mended : .none } ?? .new
    }
    return result == before ? .still : .failed
  }

  package var failureCount: Int { rows.count { $0.result.status == .failed } }
}
