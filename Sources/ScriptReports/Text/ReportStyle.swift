import Moonroute
import RoutePatterns
import TextTools

/// The style of a report: its colours and its width.
package struct ReportStyle: Sendable {
  /// The role of a piece of text, which decides its colour.
  package enum Tone: String, Sendable {
    case plain = ""
    /// The most important text.
    case strong = "1"
    /// Less important text.
    case soft = "2"
    case good = "32"
    /// A result that differs from the request.
    case notable = "33"
    case bad = "31"
    case target = "36"
  }

  package let isColoured: Bool

  /// The maximum width of lines, at least 40 columns.
  package let width: Int

  package init(isColoured: Bool, width: Int) {
    self.isColoured = isColoured
    self.width = max(40, width)
  }

  /// The text in its colour, with control characters escaped.
  package func paint(_ text: String, _ tone: Tone) -> String {
    let text = text.printable
    guard isColoured, tone != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m"
  }
}
