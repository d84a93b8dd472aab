/// The formats in which a run can be told.
public enum SpecFormat: String, Sendable, CaseIterable {
  /// For a person at a terminal.
  case pretty
  /// For a person, in letters of any terminal.
  case plain
  /// The Test Anything Protocol.
  case tap
  /// The XML that build servers read.
  case junit
  /// One JSON object per line.
  case json
  /// The form of GoogleTest.
  case gtest
  /// Annotations of GitHub's actions.
  case github
  /// A page for a browser.
  case html

  /// Finds a format by its name; the names of busted's output handlers are known too.
  public init?(named name: String) {
    let folder = "busted.outputHandlers."
    switch name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name {
    case "utfTerminal": self = .pretty
    case "plainTerminal": self = .plain
    case "TAP": self = .tap
    case let name: self.init(rawValue: name)
    }
  }

  /// Makes the reporter of the format.
  ///
  /// - Parameters:
  ///   - isColoured: Whether colour may be used.
  ///   - isVerbose: Whether the output of successful tests is shown, too.
  ///   - hidesPending: Whether tests that are pending are only counted.
  ///   - slowestCount: The number of slowest tests that are named.
  /// - Returns: The reporter.
  public func makeReporter(
    isColoured: Bool = false,
    isVerbose: Bool = false,
    hidesPending: Bool = false,
    slowestCount: Int = 0
  ) -> any SpecReporter {
    switch self {
    case .pretty, .plain:
      TerminalReporter(
        signs: self == .pretty ? .pretty : .plain,
        details: FailureText(isColoured: isColoured, isVerbose: isVerbose),
        hidesPending: hidesPending,
        slowestCount: slowestCount
      )
    case .tap: TapReporter()
    case .junit: JUnitReporter()
    case .json: JSONReporter()
    case .gtest: GTestReporter(isColoured: isColoured)
    case .github: GitHubReporter()
    case .html: HTMLReporter()
    }
  }
}
