/// The lines that were entered before, the oldest first.
package struct LineHistory {
  package private(set) var lines: [String] = []

  /// The place in the list while a person looks through it; `nil` at the line being written.
  private var place: Int?
  /// The line being written, while an older one is shown.
  private var draft = ""

  package static let limit = 1_000

  /// Begins with lines.
  package init(_ lines: [String] = []) {
    for line in lines { add(line) }
  }

  /// Whether a line is to be remembered: not when it is empty or begins with a space.
  package static func remembers(_ line: String) -> Bool {
    !line.isEmpty && line.first != " " && line.contains { !$0.isWhitespace }
  }

  /// Adds a line, unless it is the same as the last one.
  ///
  /// - Returns: Whether it was added.
  @discardableResult
  package mutating func add(_ line: String) -> Bool {
    place = nil
    guard Self.remembers(line), line != lines.last else { return false }
    lines.append(line)
    if lines.count > Self.limit { lines.removeFirst(lines.count - Self.limit) }
    return true
  }

  /// Goes to the line before.
  ///
  /// - Parameter current: The line as it is being written.
  /// - Returns: The line, or `nil` when there is none.
  package mutating func older(than current: String) -> String? {
    if place == nil { draft = current }
    let next = (place ?? lines.count) - 1
    guard lines.indices.contains(next) else { return nil }
    place = next
    return lines[next]
  }

  /// The line after, at last the one being written; `nil` when that is shown.
  package mutating func newer() -> String? {
    guard let place else { return nil }
    guard place + 1 < lines.count else {
      self.place = nil
      return draft
    }
    self.place = place + 1
    return lines[place + 1]
  }

  /// Ends looking through the list.
  package mutating func leave() { place = nil }

  /// The newest line with a text in it, before a place.
  ///
  /// - Returns: The line and its place, or `nil` when there is none.
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

  // MARK: In a file

  /// A line as it stands in a file of lines.
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

  /// A line out of a file of lines.
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
