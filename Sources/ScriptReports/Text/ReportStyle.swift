import Moonroute
import RoutePatterns
import TextTools

/// The style of a report: its colours and its width.
package struct ReportStyle: Sendable {
  /// The role of a piece of text, which decides its colour.
  package enum Tone: String, Sendable {
    /// Ordinary text.
    case plain = ""
    /// The most important text.
    case strong = "1"
    /// Text of less importance.
    case soft = "2"
    /// It went well.
    case good = "32"
    /// It went another way than asked for.
    case notable = "33"
    /// It went wrong.
    case bad = "31"
    /// A place to go to.
    case target = "36"
  }

  /// Whether text is coloured.
  package let isColoured: Bool

  /// The columns that lines should keep to, at least 40.
  package let width: Int

  package init(isColoured: Bool, width: Int) {
    self.isColoured = isColoured
    self.width = max(40, width)
  }

  /// The text in its colour; what a terminal would act on is written out.
  package func paint(_ text: String, _ tone: Tone) -> String {
    let text = text.printable
    guard isColoured, tone != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m"
  }
}
