/// Details of a test that its message does not include.
public struct SpecDiagnostics: Sendable {
  /// The failure in a report's words, with marks at different values, or `nil` if the message is
  /// complete.
  ///
  /// A line that starts with `- ` shows the expected value, one with `+ ` the actual value.
  public var explanation: String?

  /// The expected value of a failed assertion as text, or `nil`.
  public var expected: String?

  /// The actual value of a failed assertion as text, or `nil`.
  public var actual: String?

  /// The full name and the place of the test that a failed hook ran for, or `nil`.
  public var test: (name: String, place: String)?

  /// The script lines of the call stack, innermost first, as `file:line`.
  public var trace: [String] = []

  /// The source code at the first place of the trace, or `nil`.
  public var code: String?

  /// The outcomes of opens, line by line.
  public var opens: [String] = []

  /// The stubs that were active when the test failed, each with the spec line that created it, such
  /// as `host.flag is stubbed at spec/map_spec.lua:12`.
  public var stubs: [String] = []

  /// The tasks and timers that had not ended when the test failed, each with the line that started
  /// it, such as `after at main.lua:12 runs in 3 s`.
  package var pendingWork: [String] = []

  /// The messages of the tries that failed before the last one.
  public var earlierMessages: [String] = []

  /// The statuses of these tries.
  var earlierStatuses: [SpecStatus] = []

  /// The name of the failed hook or block in busted's events, or `nil`.
  var descriptor: String?

  /// The lines of a listed test and of the blocks around it, innermost first.
  var spans: [ClosedRange<Int>] = []

  /// A warning for a successful test.
  public var warning: String?

  /// Creates empty details.
  public init() {}
}
