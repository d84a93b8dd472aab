import ScriptReports
import TextTools

/// A text about a difference, which marks the parts that come from scripts and links.
package struct DiffText: Hashable, Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Piece: Hashable {
    case plain(String)
    /// A location or a pattern, as written.
    case code(String)
    case name(String)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) { pieces.append(.plain(text)) }

    package mutating func appendInterpolation(_ text: some CustomStringConvertible) {
      pieces.append(.plain("\(text)"))
    }

    package mutating func appendInterpolation(_ text: DiffText) { pieces += text.pieces }

    package mutating func appendInterpolation(code: String) { pieces.append(.code(code)) }

    package mutating func appendInterpolation(name: String) { pieces.append(.name(name)) }
  }

  /// The maximum number of characters of a part.
  private static let partLimit = 300

  private var pieces: [Piece]

  package init(stringLiteral text: String) { pieces = [.plain(text)] }

  package init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  private init(_ pieces: [Piece]) { self.pieces = pieces }

  /// The texts with a comma between them.
  init(list texts: [DiffText]) {
    pieces = Array(texts.map(\.pieces).joined(separator: [.plain(", ")]))
  }

  /// The label of a route: its name, or otherwise its pattern.
  static func route(_ label: String) -> DiffText {
    label.contains("/") ? "\(code: label)" : "\(name: label)"
  }

  /// The text for people; names are in quotes.
  package var plain: String {
    pieces.map { piece in
      switch piece {
      case .plain(let text), .code(let text): Self.cut(text).onOneLine
      case .name(let text): "'\(Self.cut(text).onOneLine)'"
      }
    }
    .joined()
  }

  /// The text in Markdown; names and locations are code.
  package var markdown: String {
    pieces.map { piece in
      switch piece {
      case .plain(let text): Self.cut(text).onOneLine.printed(as: .markdown)
      case .code(let text), .name(let text): Self.markdownCode(text)
      }
    }
    .joined()
  }

  /// A text as code in Markdown, within more backquotes than it has in a row.
  static func markdownCode(_ text: String) -> String {
    let text = cut(text).printable
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 ? "`\(text)`" : "\(fence) \(text) \(fence)"
  }

  private static func cut(_ text: String) -> String {
    let start = text.prefix(partLimit)
    return start.endIndex == text.endIndex ? text : start + "…"
  }
}
