import Moonroute
import RoutePatterns
import ScriptHost
import TextTools

/// Words with tones, to be wrapped to lines.
struct ReportText {
  private var words: [(text: String, tone: ReportStyle.Tone)] = []

  init() {}

  init(_ text: String, _ tone: ReportStyle.Tone = .plain) {
    add(text, tone)
  }

  var isEmpty: Bool { words.isEmpty }

  mutating func add(_ text: String, _ tone: ReportStyle.Tone = .plain) {
    words += text.printable.split(separator: " ").map { (String($0), tone) }
  }

  /// Adds Lua source text, which may be wrapped between words but not inside strings.
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

  mutating func add(_ text: ReportText) { words += text.words }

  /// Adds a text that is never wrapped.
  mutating func addWhole(_ text: String, _ tone: ReportStyle.Tone = .plain) {
    words.append((text.printable, tone))
  }

  /// Wraps the words to at least one line; a word longer than `width` gets its own line.
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

  /// The first word of a line, escaped if a build server would read it as a command.
  private func first(in words: ArraySlice<(text: String, tone: ReportStyle.Tone)>) -> String {
    guard let text = words.first?.text, text.hasPrefix("::") else { return words.first?.text ?? "" }
    let line = words.map(\.text).joined(separator: " ")
    let rest = line.dropFirst(text.count)
    return String(line.printable.dropLast(rest.count))
  }
}

extension ReportText {
  static func + (left: ReportText, right: ReportText) -> ReportText {
    var text = left
    text.add(right)
    return text
  }

  /// Adds a `name=value` that is never wrapped.
  mutating func add(name: String, value: String) {
    addWhole("\(name)=\(value.shortened(to: 120))")
  }
}

extension RouteMatch {
  /// The parameters as `name=value`, separated by commas.
  var writtenParams: String {
    pairs.map { "\($0.name)=\($0.value.written.shortened(to: 120))" }.joined(separator: ", ")
  }
}

extension ParameterValue {
  /// The value as a user would type it; text with spaces is quoted.
  var written: String {
    switch self {
    case .list(let segments): segments.joined(separator: "/").quotedIfNeeded
    default: (text ?? "").quotedIfNeeded
    }
  }
}

extension String {
  /// The text, as a Lua string if it is empty or contains spaces or quotation marks.
  var quotedIfNeeded: String {
    isEmpty || contains { $0.isWhitespace || $0 == "\"" } ? quotedAsLua : self
  }
}
