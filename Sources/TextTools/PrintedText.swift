/// The ways in which text from outside is printed, so that it can pose as nothing else.
///
/// This is the one place that decides what is written out: control characters (C0, DEL and C1),
/// separators of lines and paragraphs, marks that turn the direction of text, and what a build
/// server would take for a command. They appear as `\u{1B}`.
package enum PrintedForm: Sendable, CaseIterable {
  /// A piece of one line.
  case line
  /// A piece of one line in which tabs stay.
  case tabbedLine
  /// A piece of a line behind a margin, such as a line of a script: it begins no line, so `::` there
  /// is no command.
  case code
  /// Text whose line ends and tabs stay.
  case lines
  /// The description of a test in the Test Anything Protocol.
  case tap
  /// Text between quotes in the language of Graphviz.
  case dot
  /// Text between quotes in the language of Mermaid.
  case mermaid
  /// Text of an element in XML or HTML; line ends and tabs stay.
  case xml
  /// The value of an attribute in XML or HTML.
  case xmlAttribute
  /// A piece of a line in Markdown, which stands there as it is.
  case markdown
  /// The message of an annotation of GitHub's actions.
  case annotation
  /// A property of an annotation of GitHub's actions.
  case annotationProperty
  /// A location: what is written out becomes an escape such as `%1B`, which means the same.
  case location
}

extension String {
  /// The text without anything that could move a terminal's cursor or turn the text around.
  ///
  /// Control characters, line breaks included, and marks of direction are written as `\u{1B}`.
  package var printable: String { printed(as: .line) }

  /// The text as it stands in a form.
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

  /// The text with everything harmful written out but what stays.
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

  /// Whether the text has nothing but ASCII letters and signs, and no command of a build server.
  private var isPlain: Bool {
    let isPlain = utf8.withContiguousStorageIfAvailable { bytes in
      var before = UInt8(ascii: " ")
      for byte in bytes {
        guard (0x20..<0x7F).contains(byte) else { return false }
        // `::` begins a command, and `##[` does.
        if byte == before, byte == UInt8(ascii: ":") { return false }
        if byte == UInt8(ascii: "["), before == UInt8(ascii: "#") { return false }
        before = byte
      }
      return true
    }
    return isPlain == true
  }

  /// The text with what a build server would take for a command written out: `::error …::` at the
  /// beginning of a line, and `##[error]` anywhere.
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

  /// The text with some of its scalars as something else.
  ///
  /// Scalars are compared, not characters: a quote with an accent on it is a quote, too.
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
  /// Whether what begins with `::` has a second one behind a letter.
  fileprivate var endsCommand: Bool {
    let rest = dropFirst(2)
    guard rest.first?.properties.isAlphabetic == true else { return false }
    return zip(rest, rest.dropFirst()).contains { $0 == ":" && $1 == ":" }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would act on the scalar instead of showing it.
  package var isHarmful: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// The scalar as its number, as Lua and Swift read it in a string: `\u{1B}`.
  var writtenOut: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}

/// Replacements for characters that a language would read as its own.
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
