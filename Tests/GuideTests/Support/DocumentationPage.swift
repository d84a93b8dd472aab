import Foundation

/// A page of the documentation, or the README, with its fenced blocks.
struct DocumentationPage {
  /// The text between two fences.
  struct Block {
    /// The line of the opening fence, from 1.
    let line: Int
    /// The word after the opening fence.
    let language: String
    /// The lines between the fences.
    let lines: [String]
    /// The reason for not running the block: `<!-- not run: … -->` directly above it.
    let excuse: String?
  }

  /// The path relative to the package.
  let path: String
  /// The blocks in order.
  let blocks: [Block]

  /// The name of the file without its extension.
  var name: String {
    String(path.split(separator: "/").last?.prefix { $0 != "." } ?? "")
  }

  /// Reads a page.
  init(path: String, text: String) {
    self.path = path
    var blocks: [Block] = []
    var open: (line: Int, language: String, lines: [String], excuse: String?)?
    var before = ""
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let isFence = line.trimmingCharacters(in: .whitespaces).hasPrefix("```")
      if isFence, let block = open {
        blocks.append(
          Block(
            line: block.line,
            language: block.language,
            lines: block.lines,
            excuse: block.excuse
          )
        )
        open = nil
      } else if isFence {
        let language = line.trimmingCharacters(in: .whitespaces).dropFirst(3)
        open = (index + 1, String(language), [], Self.excuse(in: before))
      } else {
        open?.lines.append(line)
      }
      before = line
    }
    self.blocks = blocks
  }

  private static func excuse(in line: String) -> String? {
    line.wholeMatch(of: /<!-- not run: (.+) -->/).map { String($0.output.1) }
  }
}

extension DocumentationPage {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The README, and each page of each catalog.
  static func all() throws -> [DocumentationPage] {
    let sources = root.appendingPathComponent("Sources").path
    let pages = try FileManager.default.subpathsOfDirectory(atPath: sources)
      .filter { $0.contains("/Documentation.docc/") && $0.hasSuffix(".md") }
      .map { "Sources/" + $0 }
    return try (["README.md"] + pages.sorted())
      .map { DocumentationPage(path: $0, text: try text(of: $0)) }
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Whether some lines occur consecutively in a text, all with the same additional indentation.
  static func stands(_ lines: [String], in text: [String]) -> Bool {
    guard let first = lines.first else { return true }
    return text.indices.contains { start in
      guard start + lines.count <= text.count, text[start].hasSuffix(first) else { return false }
      let margin = text[start].dropLast(first.count)
      return margin.allSatisfy { $0 == " " }
        && zip(lines, text[start...]).allSatisfy { $1 == ($0.isEmpty ? "" : margin + $0) }
    }
  }
}
