/// A way in which a list of links is written.
package enum LinkFormat: String, CaseIterable, Sendable {
  /// A link on each line; empty lines and lines that begin with `#` count for nothing.
  case text
  /// Values in columns, between commas, semicolons or tabs.
  ///
  /// Source: RFC 4180.
  case csv
  /// The log of a web server: common, combined, W3C extended, or a JSON object on each line.
  ///
  /// Source: https://httpd.apache.org/docs/current/logs.html, https://www.w3.org/TR/WD-logfile.html
  case log
  /// The list of a site's pages that search engines read.
  ///
  /// Source: https://www.sitemaps.org/protocol.html
  case sitemap

  /// The format of a list, by the name of its file and the bytes it begins with.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - lines: Its first lines that are not empty.
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

/// The reason why a list of links cannot be read.
package struct LinkListError: Error, Equatable, CustomStringConvertible {
  /// The place and the message, with what to do.
  package let description: String

  init(_ description: String) { self.description = description }
}
