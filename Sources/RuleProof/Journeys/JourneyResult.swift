package struct JourneyResult: Sendable, Equatable {
  package enum Status: String, Sendable {
    case passed, failed, new
  }

  package var status: Status
  /// The line of the failed step.
  package var line: Int?
  /// The text of that line.
  package var step: String?
  package var message: String?

  package init(
    status: Status,
    line: Int? = nil,
    step: String? = nil,
    message: String? = nil
  ) {
    (self.status, self.line, self.step, self.message) = (status, line, step, message)
  }
}
