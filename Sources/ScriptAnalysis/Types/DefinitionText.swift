import ScriptHost
import TextTools

/// A file of definitions, split at blank lines into blocks of comments and a statement.
struct DefinitionText {
  typealias Block = [Substring]

  private(set) var blocks: [Block]

  init(_ text: String) {
    blocks = text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(whereSeparator: \.isEmpty).map(Array.init)
  }

  var text: String { blocks.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n") }

  mutating func take(function name: String) -> Block? {
    take { $0.last?.hasPrefix("function \(name)(") == true }
  }

  mutating func take(alias name: String) -> Block? {
    take { $0.contains("---@alias \(name) string") }
  }

  /// Removes the `---@meta` line and the rest of its block.
  mutating func dropMeta() {
    if blocks.first?.first?.hasPrefix("---@meta") == true { blocks.removeFirst() }
  }

  private mutating func take(where isWanted: (Block) -> Bool) -> Block? {
    blocks.firstIndex(where: isWanted).map { blocks.remove(at: $0) }
  }

  mutating func replace(linesBeginning start: String, with lines: [String]) {
    blocks = blocks.map { block in
      block.flatMap { $0.hasPrefix(start) ? lines.map { $0[...] } : [$0] }
    }
  }

  /// The description in a block, without its examples and annotations.
  static func words(of block: Block) -> [String] {
    var words: [String] = []
    var isExample = false
    for line in block where line.hasPrefix("---") && !line.hasPrefix("---@") {
      if line.hasPrefix("--- ```") {
        isExample.toggle()
        continue
      }
      if !isExample { words.append(String(line)) }
    }
    while words.last == "---" { words.removeLast() }
    return words
  }
}

/// Formats texts for annotations.
enum Annotation {
  /// A text as a literal type, or `nil` if it cannot be written as one.
  static func literal(_ text: String) -> String? {
    guard text.printable == text, !text.contains("\""), !text.contains("\\"), !text.isEmpty else {
      return nil
    }
    return "\"\(text)\""
  }

  /// Several texts as a union, or `string` if one of them cannot be written.
  static func literals(_ texts: [String]) -> String {
    let all = texts.map(literal)
    return all.contains(nil) || all.isEmpty
      ? "string" : all.compactMap(\.self).joined(separator: "|")
  }

  static func field(_ name: String) -> String? {
    name.isLuaName ? name : literal(name).map { "[\($0)]" }
  }

  /// The name of a route or an event as a part of a class name.
  static func className(_ name: String) -> String {
    String(
      name.unicodeScalars.map { scalar in
        let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
        return isPlain || scalar == "." || scalar == "_" ? Character(scalar) : "_"
      }
    )
  }

  /// The lines of an alias: its description, and a row for each text with its note.
  static func alias(
    _ name: String,
    words: [String],
    rows: [(text: String, note: String)],
    isOpen: Bool
  ) -> [String] {
    var lines: [String] = []
    var isOpen = isOpen || rows.isEmpty
    for row in rows {
      guard let literal = literal(row.text) else {
        isOpen = true
        continue
      }
      lines.append("---| \(literal)" + (row.note.isEmpty ? "" : " # \(row.note.printable)"))
    }
    guard !lines.isEmpty else { return words + ["---@alias \(name) string"] }
    if isOpen { lines.append("---| string # others, which no script names literally") }
    return words + ["---@alias \(name)"] + lines
  }
}
