/// The formats of reports on a run.
public enum SpecFormat: String, Sendable, CaseIterable {
  /// Text with signs and colours for a terminal.
  case pretty
  /// Plain text that any terminal can show.
  case plain
  /// The Test Anything Protocol.
  case tap
  /// The XML format of build servers.
  case junit
  /// One JSON object per line.
  case json
  /// The format of GoogleTest.
  case gtest
  /// Annotations for GitHub Actions.
  case github
  /// A web page.
  case html

  /// Finds a format by its name.
  ///
  /// Also accepts the names of busted's output handlers.
  public init?(named name: String) {
    let folder = "busted.outputHandlers."
    switch name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name {
    case "utfTerminal": self = .pretty
    case "plainTerminal": self = .plain
    case "TAP": self = .tap
    case let name: self.init(rawValue: name)
    }
  }

  /// Creates a reporter for the format.
  ///
  /// - Parameters:
  ///   - isColoured: Whether the output uses colours.
  ///   - isVerbose: Whether the report includes the output of successful tests.
  ///   - hidesPending: Whether pending tests are only counted.
  ///   - slowestCount: The number of slowest tests to list.
  /// - Returns: The reporter.
  public func makeReporter(
    isColoured: Bool = false,
    isVerbose: Bool = false,
    hidesPending: Bool = false,
    slowestCount: Int = 0
  ) -> any SpecReporter {
    let reporter: any SpecReporter =
      switch self {
      case .pretty, .plain:
        TerminalReporter(
          signs: self == .pretty ? .pretty : .plain,
          details: FailureText(isColoured: isColoured, isVerbose: isVerbose),
          slowestCount: slowestCount
        )
      case .tap: TapReporter()
      case .junit: JUnitReporter(hidesPending: hidesPending)
      case .json: JSONReporter()
      case .gtest: GTestReporter(isColoured: isColoured)
      case .github: GitHubReporter()
      case .html: HTMLReporter(hidesPending: hidesPending)
      }
    return hidesPending ? SuppressedPending(of: reporter) : reporter
  }
}
