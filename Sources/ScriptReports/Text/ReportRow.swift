import Moonroute
import RoutePatterns
import TextTools

/// One entry of a report: a label, text next to it, and a position at the right.
struct ReportRow {
  /// The kind of entry.
  var label: String
  var tone = ReportStyle.Tone.plain
  var text: ReportText
  /// The position in the scripts, such as `routes/cart.lua:12`.
  var place: String?

  /// The column at which the text begins.
  private static let indent = 15

  /// The column at which positions end, unless the text is longer.
  private static let placeColumn = 80

  /// The lines of the entry: the text is wrapped, and the position is placed where it fits.
  func lines(_ style: ReportStyle) -> [String] {
    let filled = text.lines(width: style.width - Self.indent, style)
    let margin = String(repeating: " ", count: Self.indent)
    let padding = String(repeating: " ", count: max(2, Self.indent - 2 - label.columns))
    var lines: [String] = []
    for (index, line) in filled.enumerated() {
      let lead = index == 0 ? "  " + style.paint(label, tone) + padding : margin
      lines.append(lead + line.text)
    }
    guard let place = place?.printable, !place.isEmpty else { return lines }
    let used = Self.indent + (filled.last?.columns ?? 0) + place.columns
    if style.width - used >= 2 {
      let room = max(2, min(style.width, Self.placeColumn) - used)
      lines[lines.count - 1] += String(repeating: " ", count: room) + style.paint(place, .soft)
    } else {
      lines.append(margin + style.paint(place, .soft))
    }
    return lines
  }
}
