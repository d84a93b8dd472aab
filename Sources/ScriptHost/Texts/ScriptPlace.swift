import Moonroute

struct ScriptPlace {
  /// The number of lines to search for a field if the end of a table is unknown.
  private static let unknownEnd = 200

  /// The first line.
  let site: SourceSite

  /// A field of the table, or `nil` if none was found.
  private let highlight: ScriptLines.Highlight?

  var file: String { site.file }

  /// Creates the place of the table that sets a field.
  init(around highlight: ScriptLines.Highlight, in file: String, _ text: ScriptLines) {
    site = SourceSite(file: file, line: text.firstLine(ofBracesAround: highlight))
    self.highlight = highlight
  }

  init(_ site: SourceSite) {
    self.site = site
    highlight = nil
  }

  /// The lines, counted from 1; the last one is only computed once a mistake was found.
  func lines(in text: ScriptLines) -> ClosedRange<Int> {
    highlight.map(text.braces) ?? site.line...site.line + Self.unknownEnd
  }
}
