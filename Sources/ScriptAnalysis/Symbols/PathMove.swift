import RoutePatterns

/// A new path for a branch of routes: some plain segments of its beginning change.
package struct PathMove: Sendable {
  package let old: String
  package let new: String
  private let oldSegments: [Substring]
  private let newSegments: [Substring]
  /// The segments of the old path that differ.
  let place: Range<Int>
  /// The segments that replace them.
  private let middle: [Substring]

  /// Creates a move between two patterns, which have the same parameters in the same order.
  ///
  /// - Throws: The reason if a path is not absolute, or if more than plain text differs.
  package init(from old: String, to new: String) throws(RenameRefusal) {
    for path in [old, new] where !path.hasPrefix("/") || path.contains("//") {
      throw RenameRefusal("'\(path)' is not a path. Write the whole path, such as '/map/stop'.")
    }
    (self.old, self.new) = (old, new)
    let (first, second) = (Self.segments(old), Self.segments(new))
    guard first != second else { throw RenameRefusal("The routes have this path already.") }
    guard !first.isEmpty else { throw RenameRefusal("'/' is the path of all routes.") }
    let same = zip(first, second).prefix { $0.isSameSegment(as: $1) }.count
    let ends = zip(first.dropFirst(same).reversed(), second.dropFirst(same).reversed())
    let sameAtEnd = ends.prefix { $0.isSameSegment(as: $1) }.count
    place = same..<first.count - sameAtEnd
    middle = Array(second[same..<second.count - sameAtEnd])
    (oldSegments, newSegments) = (first, second)
    for segment in first[place] + middle where segment.contains(where: { ":*({<".contains($0) }) {
      throw RenameRefusal(
        "'\(segment)' is more than plain text. Only plain segments can change; parameters keep"
          + " their names, types and order. Use 'rename param' for a parameter's name."
      )
    }
    for segment in first[..<place.upperBound] where !segment.isBalanced {
      throw RenameRefusal("'\(old)' ends within an optional part. Write the path without it.")
    }
  }

  private static func segments(_ path: String) -> [Substring] { path.split(separator: "/") }

  /// Whether each path of the branch begins with plain text alone.
  private var isPlain: Bool {
    oldSegments.allSatisfy { !$0.contains { ":*({<".contains($0) } }
  }

  /// Whether a pattern is in the branch.
  package func moves(_ pattern: String) -> Bool {
    let segments = Self.segments(pattern)
    return pattern.hasPrefix("/") && segments.count >= oldSegments.count
      && zip(segments, oldSegments).allSatisfy { $0.isSameSegment(as: $1) }
  }

  /// The new text of a pattern, which is unchanged outside the branch.
  package func moved(_ pattern: String) -> String {
    guard moves(pattern), let edit = edit(of: pattern, from: 0) else { return pattern }
    return edit.applied(to: pattern)
  }

  // MARK: Texts

  /// A change of a text: the bytes to replace, and their replacement.
  struct TextEdit {
    let range: Range<Int>
    let text: String

    func applied(to whole: String) -> String {
      let bytes = Array(whole.utf8)
      let all = bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...]
      return String(decoding: all, as: UTF8.self)
    }
  }

  /// The change of a pattern that a definition continues at a segment of the whole path, or `nil`
  /// if another definition has the segments that differ.
  func edit(ofDefinition text: String, from start: Int, to end: Int) -> TextEdit? {
    guard start <= place.lowerBound, place.upperBound <= end,
      place.lowerBound < end || place.lowerBound == oldSegments.count
    else { return nil }
    return edit(of: text, from: start)
  }

  /// The change of a location or a pattern in the branch, or `nil` for other texts.
  ///
  /// A segment such as `:id` fits any value. The text is not compared if it `isInBranch`, because
  /// it may have another spelling.
  func edit(
    ofLocation text: String,
    isInBranch: Bool,
    rules: LocationRules
  ) -> TextEdit? {
    guard let start = Self.pathStart(of: text, rules) else { return nil }
    let bytes = Array(text.utf8)
    let written = Self.written(text, from: start)
    guard written.count >= oldSegments.count,
      !written.contains(where: { bytes[$0].isDots })
    else { return nil }
    let isSame = zip(written, oldSegments)
      .allSatisfy { given, own in
        own.first == ":" || String(decoding: bytes[given], as: UTF8.self) == own
      }
    return isInBranch || isSame ? edit(of: text, from: 0, pathStart: start) : nil
  }

  /// Whether the path of a mount is the beginning of the branch.
  package func begins(like mount: String) -> Bool {
    zip(Self.segments(mount), oldSegments).allSatisfy { $0.isSameSegment(as: $1) }
  }

  /// The pattern and the paths around it.
  static func beginnings(of pattern: String) -> [String] {
    let segments = segments(pattern)
    return segments.indices.map { "/" + segments[...$0].joined(separator: "/") }
  }

  static func segmentCount(of path: String) -> Int { segments(path).count }

  /// The target of a redirect to a pattern: its text without types, or `nil` if a part has no name.
  static func target(like pattern: String) -> String? {
    var target = ""
    var rest = Substring(pattern)
    while let first = rest.popFirst() {
      switch first {
      case "(", ")": continue
      case "{", "}", "\\", "<": return nil
      case ":", "*":
        rest = rest.drop { $0 == "*" }
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        guard !name.isEmpty else { return nil }
        target += ":" + name
        rest = rest.dropFirst(name.count).withoutConstraint
        if let next = rest.first, next.isLetter || next.isNumber || next == "_" { return nil }
      default: target.append(first)
      }
    }
    return target
  }

  /// The change of the literal beginning of a location, such as `"/stop/" .. id`.
  func edit(ofBeginning text: String) -> TextEdit? {
    guard isPlain, text.hasPrefix(old),
      text == old || "/?#".contains(text.dropFirst(old.count).first ?? " ")
    else { return nil }
    return edit(of: text, from: 0)
  }

  /// Whether a text may be meant: it is in the branch, or begins like it.
  func mayMean(_ text: String) -> Bool {
    guard let found = text.firstRange(of: old) else { return false }
    let rest = text[found.upperBound...].first
    return rest.map { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") } ?? true
  }

  private func edit(of text: String, from start: Int, pathStart: Int = 0) -> TextEdit? {
    let written = Self.written(text, from: pathStart)
    let (low, high) = (place.lowerBound - start, place.upperBound - start)
    guard low >= 0, high <= written.count else { return nil }
    let words = middle.joined(separator: "/")
    if low < high {
      let range = written[low].lowerBound..<written[high - 1].upperBound
      guard middle.isEmpty else { return TextEdit(range: range, text: words) }
      if high < written.count {
        return TextEdit(range: range.lowerBound..<written[high].lowerBound, text: "")
      }
      let isFirst = low == 0
      return TextEdit(range: range.lowerBound - (isFirst ? 0 : 1)..<range.upperBound, text: "")
    }
    if low < written.count {
      let place = written[low].lowerBound
      return TextEdit(range: place..<place, text: words + "/")
    }
    let end = written.last?.upperBound ?? pathStart
    return TextEdit(range: end..<end, text: "/" + words)
  }

  /// The bytes of the segments of a path, up to its query.
  private static func written(_ text: String, from start: Int) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    var end = start
    var depth = 0
    while end < bytes.count, depth > 0 || (bytes[end] != 0x3F && bytes[end] != 0x23) {
      // A question mark in a constraint belongs to the path.
      if bytes[end] == 0x28 { depth += 1 }
      if bytes[end] == 0x29 { depth -= 1 }
      end += 1
    }
    var place = start
    if place < end, bytes[place] == 0x2F { place += 1 }
    guard place < end else { return [] }
    var ranges: [Range<Int>] = []
    var first = place
    for offset in place..<end where bytes[offset] == 0x2F {
      ranges.append(first..<offset)
      first = offset + 1
    }
    return ranges + [first..<end]
  }

  /// The offset of the path in a location, or `nil` for a relative one.
  private static func pathStart(of text: String, _ rules: LocationRules) -> Int? {
    if text.hasPrefix("/") { return 0 }
    guard let origin = text.firstRange(of: "://") else { return nil }
    let start = text[..<origin.upperBound].utf8.count
    let scheme = text[..<origin.lowerBound].lowercased()
    guard rules[scheme].authority != .segment else { return start }
    let rest = text[origin.upperBound...]
    return rest.firstIndex(of: "/").map { text[..<$0].utf8.count } ?? text.utf8.count
  }
}

extension ArraySlice<UInt8> {
  /// Whether a segment is `.` or `..`, also encoded, so that the path has other segments.
  fileprivate var isDots: Bool {
    let text = String(decoding: self, as: UTF8.self).lowercased().replacing("%2e", with: ".")
    return text == "." || text == ".."
  }
}

extension Substring {
  /// Whether two segments of patterns are the same, apart from the type of a single parameter.
  fileprivate func isSameSegment(as other: Substring) -> Bool {
    self == other || (first == ":" && withoutType == other.withoutType)
  }

  private var withoutType: Substring {
    guard first == ":", last == ">", let open = firstIndex(of: "<") else { return self }
    return self[..<open]
  }

  /// The text after a type in angle brackets, or after a constraint in parentheses.
  fileprivate var withoutConstraint: Substring {
    guard let open = first, open == "<" || open == "(" && dropFirst().first != "/" else {
      return self
    }
    let close: Character = open == "<" ? ">" : ")"
    var depth = 0
    for place in indices {
      if self[place] == open { depth += 1 }
      if self[place] == close { depth -= 1 }
      if depth == 0 { return self[index(after: place)...] }
    }
    return self
  }

  /// Whether each bracket is closed in the same segment.
  fileprivate var isBalanced: Bool {
    count { $0 == "(" } == count { $0 == ")" } && count { $0 == "{" } == count { $0 == "}" }
  }
}
