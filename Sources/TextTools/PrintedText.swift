/// The output formats for untrusted text, so that it cannot imitate other output.
///
/// Only this type decides which characters to escape: control characters (C0, DEL and C1), line and
/// paragraph separators, direction marks, and commands of build servers. They appear as `\u{1B}`.
package enum PrintedForm: Sendable, CaseIterable {
  case line
  /// Part of a line that keeps tabs.
  case tabbedLine
  /// Part of a line after a margin, such as a script line: it never starts an output line, so `::`
  /// is not a command there.
  case code
  /// Text that keeps line breaks and tabs.
  case lines
  /// A test description in the Test Anything Protocol.
  case tap
  /// Quoted text in Graphviz.
  case dot
  /// Quoted text in Mermaid.
  case mermaid
  /// The text of an element in XML or HTML, which keeps line breaks and tabs.
  case xml
  case xmlAttribute
  /// Literal text in a line of Markdown.
  case markdown
  /// The message of a GitHub Actions annotation.
  case annotation
  case annotationProperty
  /// A location: escaped characters become `%1B`, which has the same meaning.
  case location
}

extension String {
  /// The text without characters that move a terminal's cursor or change the text direction.
  ///
  /// Control characters, including line breaks, and direction marks become `\u{1B}`.
  package var printable: String { printed(as: .line) }

  package func printed(as form: PrintedForm) -> String {
    switch form {
    case .line: written { _ in false }
    case .tabbedLine: written { $0 == "\t" }
    case .code: written(beginsLine: false) { _ in false }
    case .lines: printedLines.joined(separator: "\n")
    case .tap: printable.replacing(["\\": "\\\\", "#": "\\#"])
    case .dot: printable.replacing(["\\": "\\\\", "\"": "\\\""])
    case .mermaid: printable.replacing(PrintedCharacters.mermaid)
    case .xml: printed(as: .lines).replacing(PrintedCharacters.xml)
    case .xmlAttribute: printable.replacing(PrintedCharacters.xml)
    case .markdown: printable.replacing(PrintedCharacters.markdown)
    case .annotation: printed(as: .lines).replacing(PrintedCharacters.annotation)
    case .annotationProperty: printable.replacing(PrintedCharacters.annotationProperty)
    case .location: escapedForLocation
    }
  }

  /// The lines of the text, each as ``PrintedForm/tabbedLine``.
  package var printedLines: [String] {
    var lines: [String] = []
    for line in unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.last == "\r" ? line.dropLast() : line
      lines.append(String(text).printed(as: .tabbedLine))
    }
    return lines
  }

  /// Escapes all harmful scalars except some.
  private func written(
    beginsLine: Bool = true,
    _ stays: (Unicode.Scalar) -> Bool
  ) -> String {
    if isPlain { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isHarmful, !stays(scalar) {
        result += scalar.writtenOut
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result.withoutCommand(beginsLine: beginsLine)
  }

  /// Whether the text contains only printable ASCII, and no command of a build server.
  private var isPlain: Bool {
    let isPlain = utf8.withContiguousStorageIfAvailable { bytes in
      var before = UInt8(ascii: " ")
      for byte in bytes {
        guard (0x20..<0x7F).contains(byte) else { return false }
        // `::` and `##[` begin commands.
        if byte == before, byte == UInt8(ascii: ":") { return false }
        if byte == UInt8(ascii: "["), before == UInt8(ascii: "#") { return false }
        before = byte
      }
      return true
    }
    return isPlain == true
  }

  /// Escapes commands of build servers: `::error …::` at the beginning of a line, and `##[error]`
  /// anywhere.
  private func withoutCommand(beginsLine: Bool) -> String {
    let scalars = Array(unicodeScalars)
    var result = String.UnicodeScalarView()
    var written = ""
    let first = scalars.firstIndex { $0 != " " && $0 != "\t" } ?? scalars.endIndex
    let isCommand =
      beginsLine && scalars[first...].starts(with: [":", ":"]) && scalars[first...].endsCommand
    for (index, scalar) in scalars.enumerated() {
      let isOldCommand = scalars[index...].starts(with: ["#", "#", "["])
      guard isOldCommand || isCommand && index == first else {
        result.append(scalar)
        continue
      }
      written += String(result) + scalar.writtenOut
      result = String.UnicodeScalarView()
    }
    return written + String(result)
  }

  /// Compares scalars, not characters: a quote with a combining accent is still a quote.
  private func replacing(_ texts: [Unicode.Scalar: String]) -> String {
    guard unicodeScalars.contains(where: { texts[$0] != nil }) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if let text = texts[scalar] {
        result += text
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private var escapedForLocation: String {
    guard unicodeScalars.contains(where: \.isHarmful) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      guard scalar.isHarmful else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 {
        result += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}

extension ArraySlice<Unicode.Scalar> {
  /// Whether text that begins with `::` has a second `::` after a letter.
  fileprivate var endsCommand: Bool {
    let rest = dropFirst(2)
    guard rest.first?.properties.isAlphabetic == true else { return false }
    return zip(rest, rest.dropFirst()).contains { $0 == ":" && $1 == ":" }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would interpret the scalar instead of showing it.
  package var isHarmful: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// The scalar as an escape of Lua and Swift strings: `\u{1B}`.
  var writtenOut: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}

/// Replacements for characters with a meaning in an output format.
private enum PrintedCharacters {
  static let xml: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
  ]
  static let markdown: [Unicode.Scalar: String] = Dictionary(
    uniqueKeysWithValues: "\\`*_[]|~$".unicodeScalars.map { ($0, "\\\($0)") }
  )
  .merging(["&": "&amp;", "<": "&lt;", ">": "&gt;"]) { $1 }
  static let annotation: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
  static let annotationProperty = annotation.merging([":": "%3A", ",": "%2C"]) { $1 }
  static let mermaid: [Unicode.Scalar: String] = Dictionary(
    uniqueKeysWithValues: "\"#<>&;`\\".unicodeScalars.map { ($0, "#\($0.value);") }
  )
}
