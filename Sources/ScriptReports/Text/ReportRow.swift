import Moonroute
import RoutePatterns
import TextTools

/// One entry of a report: a label, words beside it, and a place to the right of them.
struct ReportRow {
  /// The kind of entry.
  var label: String
  /// The colour of the label.
  var tone = ReportStyle.Tone.plain
  /// The words.
  var text: ReportText
  /// The place in the scripts, such as `routes/cart.lua:12`.
  var place: String?

  /// The column at which the words begin.
  private static let indent = 15

  /// The column at which places end, unless the words go beyond it.
  private static let placeColumn = 80

  /// The lines of the entry: words wrap below each other, the place stands where there is room.
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
