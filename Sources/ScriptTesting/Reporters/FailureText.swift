import ScriptHost

/// What went wrong in a test, for people.
struct FailureText {
  let style: ReportStyle
  let isVerbose: Bool

  /// Writes with or without colour.
  init(isColoured: Bool, isVerbose: Bool = false) {
    style = ReportStyle(isColoured: isColoured, width: 100)
    self.isVerbose = isVerbose
  }

  /// The lines about one result, the first its heading.
  func lines(_ result: SpecResult) -> [String] {
    let tone: ReportStyle.Tone =
      switch result.status {
      case .success: .good
      case .failure, .error: .bad
      case .pending: .notable
      }
    let heading =
      style.paint(title(result.status), tone) + " " + style.paint(result.place, .target)
    return [heading, style.paint(result.name, .strong)] + details(result)
  }

  /// The lines about one result without its heading, some of them in one piece.
  func details(_ result: SpecResult) -> [String] {
    var lines: [String] = []
    if let message = result.message { lines += indented(message) }
    if let difference = result.difference {
      lines += ["  Differences:"] + indented(difference)
    }
    if let code = result.code, let place = result.trace.first {
      lines.append("  " + style.paint(place, .target) + ": " + style.paint(code, .plain))
    }
    lines += callers(result.trace).map { "  " + style.paint("from \($0)", .soft) }
    if !result.opens.isEmpty {
      lines.append("  Opens:")
      lines += result.opens.flatMap { indented($0, by: 4) }
    }
    if let warning = result.warning { lines += indented("warning: " + warning) }
    if let seed = result.seed { lines.append("  " + style.paint("seed \(seed)", .soft)) }
    if !result.output.isEmpty, isVerbose || result.status != .success {
      lines.append("  Output:")
      lines += result.output.flatMap { indented($0, by: 4) }
    }
    return lines
  }

  /// The places that led to the first, those of a recursion once.
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
    case .success: "Success"
    case .failure: "Failure"
    case .error: "Error"
    case .pending: "Pending"
    }
  }

  /// The lines of a text, indented; a text without anything special stays in one piece.
  private func indented(_ text: String, by count: Int = 2) -> [String] {
    if let text = Self.indentedASCII(text, by: count) { return [text] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map {
        $0.isEmpty ? "" : String(repeating: " ", count: count) + style.paint(String($0), .plain)
      }
  }

  /// The same for a text of nothing but printable ASCII and line ends, or `nil`.
  private static func indentedASCII(_ text: String, by count: Int) -> String? {
    let (space, newline) = (UInt8(ascii: " "), UInt8(ascii: "\n"))
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count * 5 / 4 + 16)
    var isLineStart = true
    for byte in text.utf8 {
      if byte == newline {
        isLineStart = true
      } else {
        guard byte >= space, byte < 0x7F else { return nil }
        if isLineStart { for _ in 0..<count { result.append(space) } }
        isLineStart = false
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
