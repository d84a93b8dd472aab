/// Text in the macros of `man`, line by line.
struct ManualText {
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") }

  struct Word {
    let text: String
    let isOptional: Bool
    let isRepeating: Bool
  }

  mutating func title(_ name: String, release: String) {
    lines.append(".TH \(name) 1 \"\" \"\(release)\" \"Moonroute\"")
    lines += [".nh", ".ad l"]
  }

  mutating func section(_ name: String) { lines.append(".SH \(name)") }

  mutating func subsection(_ name: String) { lines.append(".SS \(Self.escaped(name))") }

  /// A line that is already escaped.
  mutating func line(_ text: String) { lines.append(text) }

  mutating func paragraphs(_ text: String) {
    for paragraph in text.split(separator: "\n") {
      lines += [".PP", Self.escaped(String(paragraph))]
    }
  }

  mutating func usage(_ name: String, of words: [Word]) {
    let rest = words.map { word in
      let text =
        word.isRepeating ? "\\fI\(Self.escaped(word.text))\\fR ..." : "\\fI\(word.text)\\fR"
      return word.isOptional ? "[\(text)]" : text
    }
    let start = "\\fBmoonroute \(Self.escaped(name))\\fR"
    lines += [([start] + rest).joined(separator: " "), ".br"]
  }

  mutating func entry(_ name: String, _ words: String) {
    lines += [".TP", "\\fB\(Self.escaped(name))\\fR", Self.escaped(words)]
  }

  mutating func entry(argument name: String, _ words: String) {
    lines += [".TP", "\\fI\(Self.escaped(name))\\fR", Self.escaped(words)]
  }

  mutating func entry(option names: [String], value: String?, _ words: String) {
    let value = value.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
    let spellings = names.map { "\\fB\(Self.escaped($0))\\fR" }.joined(separator: ", ")
    lines += [".TP", spellings + value, Self.escaped(words)]
  }

  mutating func example(_ words: String, _ line: String) {
    lines += [".PP", Self.escaped(words), ".PP", ".RS 4", ".nf", Self.escaped(line), ".fi", ".RE"]
  }

  /// The text on one line, escaped so that `man` does not interpret it.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.split(separator: "\n").joined(separator: " ").unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u\(String(scalar.value, radix: 16, uppercase: true).padded)]"
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }
}

extension String {
  /// A Unicode number with at least four digits.
  fileprivate var padded: String { String(repeating: "0", count: max(0, 4 - count)) + self }
}
