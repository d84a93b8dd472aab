package enum LinkFormat: String, CaseIterable, Sendable {
  /// A link on each line; empty lines and lines that begin with `#` are ignored.
  case text
  /// Columns separated by commas, semicolons or tabs (RFC 4180).
  case csv
  /// A web server log: common, combined, W3C extended or one JSON object per line.
  case log
  /// The list of a site's pages for search engines.
  case sitemap

  /// Detects the format from the file name and the first non-empty lines.
  init(of name: String, lines: [ArraySlice<UInt8>]) {
    let first = String(decoding: lines.first ?? [], as: UTF8.self).drop { $0 == "\u{FEFF}" }
    let lower = name.lowercased()
    self =
      if first.first == "<" {
        .sitemap
      } else if lower.hasSuffix(".csv") || lower.hasSuffix(".tsv") {
        .csv
      } else if first.first == "{" || lower.hasSuffix(".log") || lines.contains(where: Self.isOfLog)
      {
        .log
      } else {
        .text
      }
  }

  private static func isOfLog(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "#Fields:".utf8) || AccessLogLine.request(in: line) != nil
  }
}

package struct LinkListError: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
