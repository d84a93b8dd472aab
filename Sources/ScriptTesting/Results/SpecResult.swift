/// The result of one test, or of a hook around tests.
public struct SpecResult: Sendable {
  /// The spec file.
  public var file: String

  /// The line where the test stands, or 0 when it is not known.
  public var line = 0

  /// The names of the blocks around the test and its own, a space between two.
  public var name: String

  /// The status of the test.
  public var status: SpecStatus

  /// Whether it is a test; else it is a hook, a block or a whole file that went wrong.
  public var isTest = true

  /// The duration, hooks included.
  public var duration = Duration.zero

  /// The message of a failure, or why the test is pending; `nil` without one.
  public var message: String?

  /// Details to show beside the message.
  public var diagnostics = SpecDiagnostics()

  /// The lines that it printed.
  public var output: [String] = []

  /// Whether it held only when it was run again.
  public var isFlaky = false

  /// Whether it, or a block around it, is marked as one of the only ones to run.
  var isOnly = false

  /// Why it went wrong, where that is none of the assertions'.
  package internal(set) var cause: Cause?

  /// The reasons that keep tests from holding, whatever they assert.
  package enum Cause: Sendable {
    /// The application does not load.
    case unloaded
    /// Something computed longer than it may.
    case timedOut
  }

  /// The number of assertions that were made.
  public var assertionCount = 0

  /// The seed of the order it ran in, when that was random.
  public var seed: Int64?

  /// Describes a result.
  public init(file: String, name: String, status: SpecStatus) {
    self.file = file
    self.name = name
    self.status = status
  }

  /// The message as reports show it.
  var shownMessage: String? { diagnostics.explanation ?? message }

  /// Whether it failed or went wrong otherwise.
  public var isWrong: Bool { status == .failure || status == .error }

  /// The place of the test, as `file:line`.
  public var place: String { line > 0 ? "\(file):\(line)" : file }
}

/// The ends of a test.
public enum SpecStatus: String, Sendable, CaseIterable {
  /// Everything it asserted held.
  case success
  /// An assertion did not hold.
  case failure
  /// Something else went wrong, in the test or around it.
  case error
  /// It is not written yet, or was skipped.
  case pending
}
