/// The result of one test, or of a hook around tests.
public struct SpecResult: Sendable {
  /// The spec file.
  public var file: String

  /// The line of the test, or 0 if it is unknown.
  public var line = 0

  /// The names of the blocks around the test and its own name, joined by spaces.
  public var name: String

  /// The status of the test.
  public var status: SpecStatus

  /// Whether it is a test, rather than a failed hook, block or file.
  public var isTest = true

  /// The duration, including hooks.
  public var duration = Duration.zero

  /// The message of a failure or the reason of a pending test, if any.
  public var message: String?

  /// Details to show with the message.
  public var diagnostics = SpecDiagnostics()

  /// The lines that it printed.
  public var output: [String] = []

  /// Whether it succeeded only in a retry.
  public var isFlaky = false

  /// Whether it, or a block around it, is marked with `only`.
  var isOnly = false

  /// The reason of a failure that is not an assertion's.
  package internal(set) var cause: Cause?

  /// Reasons that make tests fail independently of their assertions.
  package enum Cause: Sendable {
    case unloaded
    /// A computation took too long.
    case timedOut
  }

  /// The number of assertions that were made.
  public var assertionCount = 0

  /// The seed of the order, if it was random.
  public var seed: Int64?

  /// Describes a result.
  public init(file: String, name: String, status: SpecStatus) {
    self.file = file
    self.name = name
    self.status = status
  }

  var shownMessage: String? { diagnostics.explanation ?? message }

  /// The number of times that it ran, with retries.
  public var tries: Int { diagnostics.earlierMessages.count + 1 }

  /// Whether it is a failure or an error.
  public var hasFailed: Bool { status == .failed || status == .errored }

  /// The place of the test, as `file:line`.
  public var place: String { line > 0 ? "\(file):\(line)" : file }
}

/// The possible outcomes of a test.
public enum SpecStatus: String, Sendable, CaseIterable {
  /// All assertions succeeded.
  case passed = "success"
  /// An assertion failed.
  case failed = "failure"
  /// Another error occurred in the test or around it.
  case errored = "error"
  /// The test is not written yet or was skipped.
  case skipped = "pending"
}
