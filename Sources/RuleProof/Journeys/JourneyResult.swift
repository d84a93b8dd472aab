package struct JourneyResult: Sendable, Equatable {
  /// The ends of a journey.
  package enum Status: String, Sendable {
    case passed, failed, new
  }

  /// The end.
  package var status: Status
  /// The line of the step that went wrong.
  package var line: Int?
  /// That line's text.
  package var step: String?
  /// The failure.
  package var message: String?

  /// Describes a result.
  package init(
    status: Status,
    line: Int? = nil,
    step: String? = nil,
    message: String? = nil
  ) {
    (self.status, self.line, self.step, self.message) = (status, line, step, message)
  }
}
