import LinkFiles

package enum LinkFormat: String, CaseIterable, Sendable {
  /// A link on each line; empty lines and lines that begin with `#` are ignored.
  case text
  /// Columns separated by commas, semicolons or tabs (RFC 4180).
  case csv
  /// A web server log: common, combined, W3C extended or one JSON object per line.
  case log
  /// The list of a site's pages for search engines.
  case sitemap
  /// A links file: an example of each claim.
  case claims

  /// Detects the format from the file name and the first non-empty lines.
  init(of name: String, lines: [ArraySlice<UInt8>]) {
    let first = String(decoding: lines.first ?? [], as: UTF8.self).drop { $0 == "\u{FEFF}" }
    let lower = name.lowercased()
    self =
      if Self.isOfClaims(lower, lines) {
        .claims
      } else if first.first == "<" {
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

  /// Whether a file has the name of a links file, or its first lines the fields of one.
  private static func isOfClaims(_ name: String, _ lines: [ArraySlice<UInt8>]) -> Bool {
    let file = name.split(separator: "/").last ?? ""
    if file.hasPrefix(AppleLinkFile.name) || file == AndroidLinkFile.name { return true }
    guard let first = lines.first?.first, "{[".utf8.contains(first) else { return false }
    return lines.contains { line in
      let text = String(decoding: line.prefix(1_024), as: UTF8.self)
      return text.contains("\"applinks\"") || text.contains("\"\(AndroidLinkFile.relation)\"")
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
