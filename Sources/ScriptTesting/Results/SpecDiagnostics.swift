/// Details of a test that its message does not tell.
public struct SpecDiagnostics: Sendable {
  /// The failure in the words of a report, with marks where values differ; `nil` where the message
  /// has all there is to say.
  ///
  /// A line that begins with `- ` is of what was expected, one with `+ ` of what came.
  public var explanation: String?

  /// The lines of the scripts that led to what went wrong, innermost first, as `file:line`.
  public var trace: [String] = []

  /// The line of the script at the first place of the trace, or `nil`.
  public var code: String?

  /// The outcome of each open, line by line.
  public var opens: [String] = []

  /// The stubs in force when the test failed, each with the line of the spec that made it, such as
  /// `host.flag is stubbed at spec/map_spec.lua:12`.
  public var stubs: [String] = []

  /// A warning of a test that succeeded.
  public var warning: String?

  /// Shows nothing yet.
  public init() {}
}
