import RoutePatterns

/// A part of a pattern's path between two slashes, or a part that may be left out.
struct PatternUnit: Equatable {
  /// The part as written, its slash left out: `:id<int>`; an optional part with its parentheses.
  let text: String

  /// Whether the part may be left out.
  let isOptional: Bool

  /// The exactness with which the part fixes a segment: less is more exact.
  enum Class: Int {
    case literal, mixed, constrained, parameter, end, one, many
  }

  /// The class that counts in the rank, as ``RouteTable/Order/rank`` compares it.
  func kind(isLast: Bool) -> Class {
    if text.hasPrefix("**") { return .many }
    if text.hasPrefix("*") { return isLast ? .many : .one }
    guard let colon = text.firstIndex(of: ":") else { return .literal }
    let name = text[text.index(after: colon)...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard colon == text.startIndex else { return .mixed }
    switch text[name.endIndex...].first {
    case nil: return .parameter
    case "<" where text.hasSuffix(">"), "(" where text.hasSuffix(")"): return .constrained
    default: return .mixed
    }
  }
}

extension RoutePattern {
  /// The parts of the path from the left.
  var units: [PatternUnit] {
    var splitter = PatternSplitter(pathText)
    return splitter.units()
  }

  /// The pattern without scheme and host.
  private var pathText: String {
    guard let scheme else { return text }
    let origin = scheme + "://" + (host?.description ?? "")
    return String(text.dropFirst(origin.count))
  }
}

extension [PatternUnit] {
  /// The parts with optional ones written out.
  var writtenOut: [PatternUnit] {
    flatMap { unit in
      guard unit.isOptional else { return [unit] }
      var splitter = PatternSplitter(String(unit.text.dropFirst().dropLast()))
      return splitter.units().writtenOut
    }
  }
}

/// Cuts the text of a pattern at its slashes, those inside a constraint left alone.
private struct PatternSplitter {
  private let text: [Character]
  private var position = 0

  init(_ text: String) { self.text = Array(text) }

  mutating func units() -> [PatternUnit] {
    var units: [PatternUnit] = []
    while position < text.count {
      if text[position] == "(" {
        let start = position
        skipParentheses()
        units.append(PatternUnit(text: String(text[start..<position]), isOptional: true))
        continue
      }
      if text[position] == "/" { position += 1 }
      let segment = takeSegment()
      if !segment.isEmpty { units.append(PatternUnit(text: segment, isOptional: false)) }
    }
    return units
  }

  private mutating func takeSegment() -> String {
    let start = position
    while position < text.count, text[position] != "/" {
      if text[position] == "(" {
        if position + 1 < text.count, text[position + 1] == "/" { break }
        skipParentheses()
      } else {
        position += 1
      }
    }
    return String(text[start..<position])
  }

  /// Goes behind the closing parenthesis; one that is escaped or in a class does not count.
  private mutating func skipParentheses() {
    var depth = 0
    var isInClass = false
    while position < text.count {
      let character = text[position]
      position += character == "\\" ? 2 : 1
      switch character {
      case "[": isInClass = true
      case "]": isInClass = false
      case "(" where !isInClass: depth += 1
      case ")" where !isInClass: depth -= 1
      default: break
      }
      if depth == 0 { break }
    }
    position = min(position, text.count)
  }
}
