/// The HTML reports, which link to each other if they are in one folder under their usual names.
package enum HTMLReport: String, CaseIterable, Sendable {
  case specs, coverage, changes, access, routes, wander

  /// The name under which the other reports look for it.
  package var fileName: String { rawValue + ".html" }

  /// The words of a link to it.
  package var label: String {
    switch self {
    case .specs: "Specs"
    case .coverage: "Coverage"
    case .changes: "Changes of rules"
    case .access: "Access"
    case .routes: "Routes"
    case .wander: "Random walk"
    }
  }

  /// The element for links to other reports, which is empty at first.
  var links: String { opening + Self.end + "\n" }

  private var opening: String { Self.start + rawValue + "\">" }
  private static let start = "<body>\n<nav class=\"reports\" aria-label=\"Reports\" data-report=\""
  private static let end = "</nav>"

  /// The kind of a page, or `nil` if the bytes are not a report.
  package init?(ofPage page: [UInt8]) {
    // The element follows the style sheet, in which no text of an application appears.
    let head = page.prefix(Self.headBytes)
    guard head.starts(with: HTMLReportStyle.beginning.utf8),
      let found = Self.allCases.first(where: { head.firstRange(of: $0.opening.utf8) != nil })
    else { return nil }
    self = found
  }

  /// The maximum size of a page's head.
  private static let headBytes = 32 << 10

  /// Returns a page of this kind with links to some reports instead of its former links.
  package func linking(_ page: [UInt8], to reports: [HTMLReport]) -> [UInt8] {
    guard let start = page.prefix(Self.headBytes).firstRange(of: opening.utf8)?.upperBound,
      let end = page[start...].firstRange(of: Self.end.utf8)?.lowerBound
    else { return page }
    let links = reports.map { "<a href=\"\($0.fileName)\">\($0.label)</a>" }
    return page[..<start] + Array(links.joined(separator: " ").utf8) + page[end...]
  }
}
