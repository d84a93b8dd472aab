import Foundation

/// A page for users of another router, with its tested rows.
struct MigrationPage: Sendable, CustomStringConvertible {
  /// The name of the file without its extension.
  let file: String

  /// The prefix of its row names.
  let prefix: String

  /// The tested rows, in order.
  let rows: [Row]

  var description: String { file }

  /// All pages.
  static let all: [MigrationPage] = [
    MigrationPage(file: "MigrationFJRouter", prefix: "FJ", rows: FJRouterTests.rows),
    MigrationPage(file: "MigrationJLRoutes", prefix: "JL", rows: JLRoutesTests.rows),
    MigrationPage(file: "MigrationReerRouter", prefix: "RR", rows: ReerRouterTests.rows),
    MigrationPage(file: "MigrationRouting", prefix: "RT", rows: RoutingTests.rows),
    MigrationPage(
      file: "MigrationSwiftyURLRouter",
      prefix: "SW",
      rows: SwiftyRouterTests.rows
    ),
    MigrationPage(file: "MigrationURLNavigator", prefix: "UN", rows: URLNavigatorTests.rows),
  ]

  /// The folder of the pages.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appendingPathComponent("Sources/Moonroute/Documentation.docc/Guides")

  /// The names of the pages in the folder, sorted.
  static func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("Migration") && $0.hasSuffix(".md") }
      .map { String($0.dropLast(3)) }
      .sorted()
  }

  /// The lines of the page.
  func lines() throws -> [Substring] {
    let url = Self.folder.appendingPathComponent(file + ".md")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
  }

  /// The cells of each row of the page's tables, without headings and separators.
  func cells() throws -> [[String]] {
    try lines().filter { $0.hasPrefix("|") }.map(Self.cells)
      .filter { $0.first != "row" && $0.first?.hasPrefix("--") != true }
  }

  /// Splits a row of a table.
  ///
  /// An escaped bar is part of its cell.
  private static func cells(of line: Substring) -> [String] {
    var cells = [""]
    var isEscaped = false
    for character in line.dropFirst().trimmingSuffix(while: { $0 == " " || $0 == "|" }) {
      if character == "|", !isEscaped {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
      isEscaped = character == "\\"
    }
    return cells.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

extension Substring {
  /// The text without the characters at its end that satisfy a condition.
  fileprivate func trimmingSuffix(while fits: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, fits(last) { text.removeLast() }
    return text
  }
}
