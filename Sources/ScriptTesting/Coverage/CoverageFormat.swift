/// The formats in which coverage can be told.
public enum CoverageFormat: String, Sendable, CaseIterable {
  /// For a person at a terminal.
  case text
  /// The format of build servers and editors: each route is a function.
  case lcov
  /// A page for a browser.
  case html

  /// The file extension of the format.
  public var ending: String {
    switch self {
    case .text: "txt"
    case .lcov: "info"
    case .html: "html"
    }
  }

  /// Writes what was exercised.
  public func text(of coverage: SpecCoverage) -> String {
    switch self {
    case .text: CoverageText(coverage).text
    case .lcov: CoverageTrace(coverage).text
    case .html: CoveragePage(coverage).text
    }
  }
}
