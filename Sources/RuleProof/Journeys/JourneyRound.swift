/// The results of an application's journeys and the changes since the previous round.
package struct JourneyRound: Sendable {
  /// The change since the previous result of a journey.
  package enum News: String, Sendable {
    /// It passes as before.
    case none
    /// It passes on its first run.
    case new
    /// It fails for the first time or in a new way.
    case failed
    /// It fails as before.
    case still
    /// It passes again.
    case mended
  }

  package struct Row: Sendable {
    package let name: String
    package let result: JourneyResult
    package let news: News
  }

  package let rows: [Row]

  /// The number of files beyond the limit, which did not run.
  package let leftOutCount: Int

  package let isFirst: Bool

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
