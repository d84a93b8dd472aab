/// The formats of coverage reports.
public enum CoverageFormat: String, Sendable, CaseIterable {
  /// Text for a terminal.
  case text
  /// The format of build servers and editors, with a function for each route.
  case lcov
  /// A web page.
  case html

  /// The file extension of the format.
  public var ending: String {
    switch self {
    case .text: "txt"
    case .lcov: "info"
    case .html: "html"
    }
  }

  /// Writes a coverage report.
  public func text(of coverage: SpecCoverage) -> String {
    switch self {
    case .text: CoverageText(coverage).text
    case .lcov: CoverageTrace(coverage).text
    case .html: CoveragePage(coverage).text
    }
  }
}
