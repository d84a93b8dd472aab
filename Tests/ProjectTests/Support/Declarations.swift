import Foundation

/// Declarations of this checkout, read from formatted text: a body ends at a brace with the
/// indentation of its head.
struct Declarations {
  let lines: [Substring]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static let modifiers: Set<Substring> = [
    "public", "package", "private", "fileprivate", "internal", "private(set)", "static", "class",
    "final", "override", "mutating", "nonmutating", "nonisolated", "nonisolated(unsafe)",
    "convenience", "required", "isolated", "borrowing", "consuming", "indirect", "weak", "unowned",
    "unowned(unsafe)", "lazy", "package(set)", "internal(set)", "fileprivate(set)",
  ]

  /// The first two words of a line after attributes and modifiers.
  private func words(_ line: Int) -> (first: Substring, second: Substring) {
    var words = lines[line].split(separator: " ", maxSplits: 8)[...]
    while let word = words.first, word.hasPrefix("@") || isModifier(word, before: words.dropFirst())
    {
      words.removeFirst()
    }
    return (words.first ?? "", words.dropFirst().first ?? "")
  }

  private func isModifier(_ word: Substring, before rest: ArraySlice<Substring>) -> Bool {
    guard Self.modifiers.contains(word) else { return false }
    return word != "class" || ["func", "var", "let"].contains(rest.first)
  }

  private func isFunction(_ line: Int) -> Bool {
    let word = words(line).first
    return word == "func" || word == "deinit" || word.hasPrefix("subscript")
      || word.hasPrefix("init(") || word.hasPrefix("init?(") || word.hasPrefix("init<")
  }

  private func isType(_ line: Int) -> Bool {
    let (first, second) = words(line)
    return ["struct", "class", "actor"].contains(first) && second.first?.isUppercase == true
  }

  private func isStored(_ line: Int) -> Bool {
    guard ["let", "var"].contains(words(line).first) else { return false }
    guard !lines[line].contains("static ") else { return false }
    guard lines[line].contains("{") else { return true }
    return lines[line].contains(" = ") || ["willSet", "didSet"].contains(words(line + 1).first)
  }

  /// The number of lines in each function of a Swift file, with the line of its head.
  func functions() -> [(line: Int, count: Int)] {
    lines.indices.compactMap { head in
      guard isFunction(head) else { return nil }
      guard let last = end(of: head) else { return nil }
      return (head + 1, last - head + 1)
    }
  }

  /// The number of lines in each function of a C file, with the line of its opening brace.
  func functionsOfC() -> [(line: Int, count: Int)] {
    lines.indices.compactMap { head in
      guard lines[head].hasSuffix(") {"), lines[head].first != " " else { return nil }
      let last = lines[head...].firstIndex { $0.hasPrefix("}") }
      return last.map { (head + 1, $0 - head + 1) }
    }
  }

  /// The number of stored properties in each type of a Swift file.
  func types() -> [(name: String, properties: Int)] {
    lines.indices.compactMap { head in
      guard isType(head) else { return nil }
      guard let last = end(of: head) else { return nil }
      let depth = indentation(head) + 2
      let properties = (head..<last)
        .filter { line in
          line > head && indentation(line) == depth && isStored(line)
        }
      let name = words(head).second.prefix { $0.isLetter || $0.isNumber }
      return (String(name), properties.count)
    }
  }

  private func indentation(_ line: Int) -> Int {
    lines[line].prefix { $0 == " " }.count
  }

  /// The line that closes a body.
  ///
  /// `nil` if the head opens none, or closes it on the same line.
  private func end(of head: Int) -> Int? {
    let depth = indentation(head)
    var line = head
    while !lines[line].hasSuffix("{") {
      line += 1
      guard line < lines.count,
        indentation(line) > depth || lines[line].dropFirst(depth).first == ")"
      else { return nil }
    }
    let close = String(repeating: " ", count: depth) + "}"
    return lines[line...].dropFirst().firstIndex { $0.hasPrefix(close) }
  }
}
