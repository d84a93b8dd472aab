/// Previously entered lines, the oldest first.
package struct LineHistory {
  package private(set) var lines: [String] = []

  /// The position while the user browses the history; `nil` at the current line.
  private var place: Int?
  /// The current line while an older one is shown.
  private var draft = ""

  package static let limit = 1_000

  package init(_ lines: [String] = []) {
    for line in lines { add(line) }
  }

  /// Whether to remember a line: not if it is empty or begins with a space.
  package static func remembers(_ line: String) -> Bool {
    !line.isEmpty && line.first != " " && line.contains { !$0.isWhitespace }
  }

  /// Adds a line, unless it equals the last one.
  @discardableResult
  package mutating func add(_ line: String) -> Bool {
    place = nil
    guard Self.remembers(line), line != lines.last else { return false }
    lines.append(line)
    if lines.count > Self.limit { lines.removeFirst(lines.count - Self.limit) }
    return true
  }

  package mutating func older(than current: String) -> String? {
    if place == nil { draft = current }
    let next = (place ?? lines.count) - 1
    guard lines.indices.contains(next) else { return nil }
    place = next
    return lines[next]
  }

  /// Moves to the next line, finally the current one; `nil` if that is already shown.
  package mutating func newer() -> String? {
    guard let place else { return nil }
    guard place + 1 < lines.count else {
      self.place = nil
      return draft
    }
    self.place = place + 1
    return lines[place + 1]
  }

  package mutating func leave() { place = nil }

  package func search(_ text: String, before place: Int? = nil) -> (place: Int, line: String)? {
    guard !text.isEmpty else { return nil }
    let end = min(place ?? lines.count, lines.count)
    return lines[..<max(0, end)].indices.reversed()
      .first { lines[$0].contains(text) }
      .map { ($0, lines[$0]) }
  }

  /// The rest of the newest line that begins with a text.
  package func continuation(of text: String) -> String? {
    guard !text.isEmpty else { return nil }
    return lines.last { $0.count > text.count && $0.hasPrefix(text) }
      .map { String($0.dropFirst(text.count)) }
  }

  // MARK: File format

  package static func encoded(_ line: String) -> String {
    var text = ""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  package static func decoded(_ text: some StringProtocol) -> String {
    var line = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
        line.unicodeScalars.append(scalar == "n" ? "\n" : scalar)
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
