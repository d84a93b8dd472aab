import RoutePatterns
import ScriptReports
import TextTools

/// Formats a failure for people.
struct FailureText {
  let style: ReportStyle
  let isVerbose: Bool

  init(isColoured: Bool, isVerbose: Bool = false) {
    style = ReportStyle(isColoured: isColoured, width: 100)
    self.isVerbose = isVerbose
  }

  func lines(_ result: SpecResult) -> [String] {
    let tone: ReportStyle.Tone =
      switch result.status {
      case .passed: .good
      case .failed, .errored: .bad
      case .skipped: .notable
      }
    let heading =
      style.paint(title(result.status), tone) + " " + style.paint(result.place, .target)
    return [heading, style.paint(result.name, .strong)] + details(result)
  }

  /// The lines for one result without its heading; an element can hold several lines.
  func details(_ result: SpecResult) -> [String] {
    var lines: [String] = []
    if let explanation = result.diagnostics.explanation {
      lines += painted(explanation)
    } else if let message = result.message {
      lines += indented(message)
    }
    if let code = result.diagnostics.code, let place = result.diagnostics.trace.first {
      lines.append("  " + style.paint(place, .target) + ": " + style.paint(code, .plain))
    }
    lines += callers(result.diagnostics.trace).map { "  " + style.paint("from \($0)", .soft) }
    if let test = result.diagnostics.test {
      lines += indented("for the test '\(test.name)' at \(test.place)")
    }
    if !result.diagnostics.opens.isEmpty {
      lines.append("  Opens:")
      lines += result.diagnostics.opens.flatMap { indented($0, by: 4) }
    }
    for (title, list) in [
      ("Stubs", result.diagnostics.stubs), ("Not ended", result.diagnostics.pendingWork),
    ] where !list.isEmpty {
      lines.append("  \(title):")
      lines += list.flatMap { indented($0, by: 4) }
    }
    // The tries of a test that never passes usually fail in the same way.
    for (index, message) in result.diagnostics.earlierMessages.enumerated() where result.isFlaky {
      lines.append("  Try \(index + 1) failed:")
      lines += indented(message, by: 4)
    }
    if result.tries > 1, result.hasFailed {
      lines.append("  It failed in all \(result.tries) tries.")
    }
    if let warning = result.diagnostics.warning { lines += indented("warning: " + warning) }
    if let seed = result.seed { lines.append("  " + style.paint("seed \(seed)", .soft)) }
    if !result.output.isEmpty, isVerbose || result.status != .passed {
      lines.append("  Output:")
      lines += result.output.flatMap { indented($0, by: 4) }
    }
    return lines
  }

  /// The lines of an explanation, indented, with differences in colour.
  private func painted(_ text: String) -> [String] {
    guard style.isColoured else { return indented(text) }
    return text.printedLines.map { line in
      let tone: ReportStyle.Tone =
        switch Self.side(of: line) {
        case .legend: .soft
        case .expected: .good
        case .actual: .bad
        case .both: .plain
        }
      return line.isEmpty ? "" : "  " + style.paint(line, tone)
    }
  }

  enum Side: String {
    case legend, expected, actual, both
  }

  static func side(of line: String) -> Side {
    if line.hasPrefix("- expected  + actual") { return .legend }
    return line.hasPrefix("- ") ? .expected : line.hasPrefix("+ ") ? .actual : .both
  }

  /// The callers of the first place, with recursive calls listed once.
  private func callers(_ trace: [String]) -> [String] {
    var callers: [(place: String, count: Int)] = []
    for place in trace.dropFirst() {
      if callers.last?.place == place {
        callers[callers.count - 1].count += 1
      } else {
        callers.append((place, 1))
      }
    }
    return callers.map { $0.count == 1 ? $0.place : "\($0.place) (\($0.count) times)" }
  }

  private func title(_ status: SpecStatus) -> String {
    switch status {
    case .passed: "Success"
    case .failed: "Failure"
    case .errored: "Error"
    case .skipped: "Pending"
    }
  }

  /// The lines of a text, indented; plain text stays in one piece.
  private func indented(_ text: String, by count: Int = 2) -> [String] {
    if let text = Self.indentedASCII(text, by: count) { return [text] }
    let margin = String(repeating: " ", count: count)
    return text.printedLines.map { $0.isEmpty ? "" : margin + $0 }
  }

  private static let space = UInt8(ascii: " ")
  private static let newline = UInt8(ascii: "\n")
  private static let tab = UInt8(ascii: "\t")
  private static let colon = UInt8(ascii: ":")
  private static let number = UInt8(ascii: "#")
  private static let bracket = UInt8(ascii: "[")

  /// A fast path for printable ASCII, tabs and line ends; `nil` for other text and for text that
  /// could be a command for a build server.
  private static func indentedASCII(_ text: String, by count: Int) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var lineCount = 1
      var before = space
      for byte in bytes {
        if byte == before, byte == colon { return nil }
        if byte == bracket, before == number { return nil }
        before = byte
        guard byte < space || byte >= 0x7F else { continue }
        guard byte == newline || byte == tab else { return nil }
        lineCount += 1
      }
      return String(unsafeUninitializedCapacity: bytes.count + lineCount * count) { room in
        var length = 0
        var isLineStart = true
        for byte in bytes {
          if isLineStart, byte != newline {
            room[length..<length + count].initialize(repeating: space)
            length += count
          }
          isLineStart = byte == newline
          room.initializeElement(at: length, to: byte)
          length += 1
        }
        return length
      }
    }
  }
}
