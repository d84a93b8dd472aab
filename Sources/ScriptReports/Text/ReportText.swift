import Moonroute
import RoutePatterns
import ScriptHost
import TextTools

/// Words, each with its tone, to be filled into lines.
struct ReportText {
  private var words: [(text: String, tone: ReportStyle.Tone)] = []

  /// Holds no word yet.
  init() {}

  /// Takes the words of a text.
  init(_ text: String, _ tone: ReportStyle.Tone = .plain) {
    add(text, tone)
  }

  /// Whether there is no word.
  var isEmpty: Bool { words.isEmpty }

  /// Adds the words of a text.
  mutating func add(_ text: String, _ tone: ReportStyle.Tone = .plain) {
    words += text.printable.split(separator: " ").map { (String($0), tone) }
  }

  /// Adds a text of Lua, which is broken between its words but not in its strings.
  mutating func add(lua text: String, _ tone: ReportStyle.Tone = .plain) {
    var word = ""
    var (isString, isEscaped) = (false, false)
    for scalar in text.unicodeScalars {
      if scalar == " ", !isString {
        if !word.isEmpty { addWhole(word, tone) }
        word = ""
        continue
      }
      word.unicodeScalars.append(scalar)
      if scalar == "\"", !isEscaped { isString.toggle() }
      isEscaped = scalar == "\\" && !isEscaped
    }
    if !word.isEmpty { addWhole(word, tone) }
  }

  /// Adds the words of another text.
  mutating func add(_ text: ReportText) { words += text.words }

  /// Adds a text that is never broken over lines.
  mutating func addWhole(_ text: String, _ tone: ReportStyle.Tone = .plain) {
    words.append((text.printable, tone))
  }

  /// Fills the words into lines.
  ///
  /// - Parameters:
  ///   - width: The columns of a line; a longer word gets a line of its own.
  ///   - style: The colours.
  /// - Returns: The lines, at least one, with their columns.
  func lines(width: Int, _ style: ReportStyle) -> [(text: String, columns: Int)] {
    var lines = [(text: "", columns: 0)]
    for (index, word) in words.enumerated() {
      let columns = word.text.columns
      let isFirst = lines[lines.count - 1].columns == 0
      if !isFirst, lines[lines.count - 1].columns + 1 + columns > width { lines.append(("", 0)) }
      let beginsLine = lines[lines.count - 1].columns == 0
      let blank = beginsLine ? "" : " "
      let text = beginsLine ? first(in: words[index...]) : word.text
      lines[lines.count - 1].text += blank + style.paint(text, word.tone)
      lines[lines.count - 1].columns += blank.count + text.columns
    }
    return lines
  }

  /// The first of some words that begin a line, where a build server would look for a command.
  private func first(in words: ArraySlice<(text: String, tone: ReportStyle.Tone)>) -> String {
    guard let text = words.first?.text, text.hasPrefix("::") else { return words.first?.text ?? "" }
    let line = words.map(\.text).joined(separator: " ")
    let rest = line.dropFirst(text.count)
    return String(line.printable.dropLast(rest.count))
  }
}

extension ReportText {
  /// The words of two texts, one after the other.
  static func + (left: ReportText, right: ReportText) -> ReportText {
    var text = left
    text.add(right)
    return text
  }

  /// Adds one `name=value` in one piece.
  mutating func add(name: String, value: String) {
    addWhole("\(name)=\(value.shortened(to: 120))")
  }
}

extension RouteMatch.Parameters {
  /// The parameters as `name=value`, with commas between them.
  var written: String {
    map { "\($0.name)=\($0.value.written.shortened(to: 120))" }.joined(separator: ", ")
  }
}

extension ParameterValue {
  /// The value as one would type it; text with blanks is in quotes.
  var written: String {
    switch self {
    case .list(let segments): segments.joined(separator: "/").quotedIfNeeded
    default: (text ?? "").quotedIfNeeded
    }
  }
}

extension String {
  /// The text, as a string of Lua when it is empty or has blanks or quotation marks in it.
  var quotedIfNeeded: String {
    isEmpty || contains { $0.isWhitespace || $0 == "\"" } ? quotedAsLua : self
  }
}
