import TextTools

/// The blocks of a text in the book's subset of Markdown.
///
/// It supports headings with `#`, code blocks between fences or indented by four spaces, tables
/// with bars, nested lists with `-` or numbers, quotes with `>`, and paragraphs. It skips comment
/// lines (`<!-- … -->`). Other syntax is plain text.
package struct MarkdownBlocks: Sendable {
  package enum Block: Sendable, Equatable {
    case heading(level: Int, text: String)
    /// The lines of a paragraph, joined by spaces.
    case paragraph(String)
    /// A fenced code block and the text after its first fence, or an indented code block.
    case code(language: String, text: String)
    /// The items of a list: the marker and the text of each.
    case list([Point])
    /// The rows of a table, starting with the header.
    case table([[String]])
  }

  package struct Point: Sendable, Equatable {
    /// The marker: `-`, or a number with its dot.
    package let mark: String
    /// The text, with lines joined by spaces.
    package internal(set) var text: String
    /// The number of enclosing lists.
    package internal(set) var level = 0

    /// The number of spaces before the marker.
    fileprivate var indent = 0

    fileprivate var textIndent: Int { indent + mark.count + 1 }

    package static func == (left: Point, right: Point) -> Bool {
      (left.mark, left.text, left.level) == (right.mark, right.text, right.level)
    }
  }

  package private(set) var blocks: [Block] = []

  package init(_ text: String) {
    var fence: (marks: Substring, indent: Int, language: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        if line.trimmed == open.marks {
          blocks.append(.code(language: open.language, text: open.lines.joined(separator: "\n")))
          fence = nil
          isOpen = false
        } else {
          fence?.lines.append(line.dropFirst(min(line.indent, open.indent)))
        }
      } else if line.trimmed.hasPrefix("```"), !isIndentedCode(line) {
        let rest = line.dropFirst(line.indent)
        let marks = rest.prefix { $0 == "`" }
        closeCode()
        fence = (marks, line.indent, rest.dropFirst(marks.count).trimmed, [])
      } else {
        read(line)
      }
    }
    closeCode()
  }

  /// Whether the next line may continue the last block.
  private var isOpen = false

  /// The lines of an open indented code block.
  private var codeLines: [Substring] = []

  /// Code is not inside a paragraph, and is indented deeper than the text of a list above it.
  private func isIndentedCode(_ line: Substring) -> Bool {
    guard !isOpen else { return false }
    guard codeLines.isEmpty, case .list(let points) = blocks.last, let point = points.last else {
      return line.indent >= 4
    }
    return line.indent >= point.textIndent + 4
  }

  private mutating func closeCode() {
    while codeLines.last?.trimmed.isEmpty == true { codeLines.removeLast() }
    guard !codeLines.isEmpty else { return }
    let margin = codeLines.filter { !$0.trimmed.isEmpty }.map(\.indent).min() ?? 0
    let lines = codeLines.map { $0.dropFirst(min($0.indent, margin)) }
    blocks.append(.code(language: "", text: lines.joined(separator: "\n")))
    codeLines = []
  }

  private mutating func read(_ line: Substring) {
    let text = line.trimmed
    if text.isEmpty, !codeLines.isEmpty { return codeLines.append(line) }
    if !text.isEmpty, isIndentedCode(line) { return codeLines.append(line) }
    closeCode()
    if text.isEmpty || (text.hasPrefix("<!--") && text.hasSuffix("-->")) {
      isOpen = false
    } else if let heading = Self.heading(text) {
      blocks.append(heading)
      isOpen = false
    } else if text.hasPrefix("|") {
      addRow(text)
    } else if var point = Self.point(text), !isParagraphOpen {
      point.indent = line.indent
      add(point)
    } else if !isOpen, line.indent >= 2, case .list = blocks.last {
      isOpen = true
      addText(text)
    } else {
      addText(text.hasPrefix("> ") ? String(text.dropFirst(2)) : text)
    }
  }

  /// Adds an item to the open list, or begins a new list.
  private mutating func add(_ point: Point) {
    var point = point
    defer { isOpen = true }
    guard isOpen || point.indent >= 2, case .list(let points) = blocks.last else {
      return blocks.append(.list([point]))
    }
    let around = points.last { $0.textIndent <= point.indent }
    let beside = points.last { $0.indent <= point.indent }
    point.level = around.map { $0.level + 1 } ?? 0
    if let beside, beside.indent > around?.indent ?? -1 { point.level = beside.level }
    blocks[blocks.count - 1] = .list(points + [point])
  }

  private var isParagraphOpen: Bool {
    if isOpen, case .paragraph = blocks.last { true } else { false }
  }

  private mutating func addText(_ text: String) {
    switch blocks.last {
    case .paragraph(let before) where isOpen:
      blocks[blocks.count - 1] = .paragraph(before + " " + text)
    case .list(var points) where isOpen && !points.isEmpty:
      points[points.count - 1].text += " " + text
      blocks[blocks.count - 1] = .list(points)
    default:
      blocks.append(.paragraph(text))
    }
    isOpen = true
  }

  private mutating func addRow(_ text: String) {
    let cells = Self.cells(text)
    let isRule = cells.allSatisfy { !$0.isEmpty && $0.allSatisfy { "-:".contains($0) } }
    if isOpen, case .table(let rows) = blocks.last {
      if !isRule { blocks[blocks.count - 1] = .table(rows + [cells]) }
    } else {
      blocks.append(.table([cells]))
    }
    isOpen = true
  }

  /// The cells of a row; a bar after a backslash or in a code span does not end a cell.
  private static func cells(_ row: String) -> [String] {
    var cells: [String] = [""]
    var isCode = false
    var isEscaped = false
    for character in row.dropFirst() {
      if isEscaped {
        cells[cells.count - 1] += character == "|" ? "|" : "\\\(character)"
        isEscaped = false
        continue
      }
      if character == "`" { isCode.toggle() }
      if character == "\\" {
        isEscaped = true
      } else if character == "|", !isCode {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    if cells.last?.trimmed.isEmpty == true { cells.removeLast() }
    return cells.map(\.trimmed)
  }

  private static func heading(_ text: String) -> Block? {
    let level = text.prefix { $0 == "#" }.count
    guard level > 0, text.dropFirst(level).first == " " else { return nil }
    return .heading(level: level, text: text.dropFirst(level).trimmed)
  }

  private static func point(_ text: String) -> Point? {
    if text.hasPrefix("- ") { return Point(mark: "-", text: text.dropFirst(2).trimmed) }
    let number = text.prefix { $0.isNumber }
    guard !number.isEmpty, text.dropFirst(number.count).hasPrefix(". ") else { return nil }
    return Point(mark: number + ".", text: text.dropFirst(number.count + 2).trimmed)
  }

  /// The code blocks of a language; other words after the language are ignored.
  package func code(of language: String) -> [String] {
    blocks.compactMap { block in
      guard case .code(let name, let text) = block, name.prefix(while: { $0 != " " }) == language
      else { return nil }
      return text
    }
  }
}

extension Substring {
  /// The number of leading spaces.
  fileprivate var indent: Int { prefix { $0 == " " }.count }
}
