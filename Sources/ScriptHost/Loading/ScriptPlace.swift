import Moonroute

/// Where a table is written.
struct ScriptPlace {
  /// The lines that are looked through for a field when the end of a table is not known.
  private static let unknownEnd = 200

  /// The script.
  let file: String

  /// The lines, counted from 1.
  let lines: ClosedRange<Int>

  /// The first line.
  var site: SourceSite { SourceSite(file: file, line: lines.lowerBound) }

  /// Names a place.
  init(file: String, lines: ClosedRange<Int>) {
    self.file = file
    self.lines = lines
  }

  /// A place that begins at a line.
  init(_ site: SourceSite) {
    file = site.file
    lines = site.line...site.line + Self.unknownEnd
  }
}
