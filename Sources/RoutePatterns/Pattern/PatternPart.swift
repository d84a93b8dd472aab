/// A part of a pattern's path in the author's spelling: a segment, or an optional part.
package struct PatternPart: Sendable {
  /// The text without its slash: `:id<int>`; an optional part with its parentheses.
  package let text: String

  /// The exactness of a segment for the rank; `nil` for an optional part.
  package let exactness: SegmentExactness?

  /// The parts inside an optional part; empty for a segment.
  package let parts: [PatternPart]

  /// The kind of a segment; `nil` for an optional part.
  package var segmentClass: SegmentClass? { exactness?.segmentClass }

  package var isOptional: Bool { exactness == nil }
}

extension [PatternPart] {
  /// The segments, including those inside optional parts.
  package var writtenOut: [PatternPart] { flatMap { $0.isOptional ? $0.parts.writtenOut : [$0] } }
}

extension RoutePattern {
  /// The parts of the path from the left.
  ///
  /// - Complexity: O(*n*) in the length of ``text``, because it is parsed again.
  package var parts: [PatternPart] {
    let origin = scheme.map { $0 + "://" + (host?.description ?? "") } ?? ""
    let path = String(text.utf8.dropFirst(origin.utf8.count)) ?? ""
    var parser = TemplateParser(path, types: ParameterTypes(of: parameters))
    parser.ranges = []
    guard let items = try? parser.parsePath() else { return [] }
    var ranges = (parser.ranges ?? [])[...]
    var segmentsLeft = items.segmentCount
    return Self.parts(of: items, in: parser, &ranges, &segmentsLeft)
  }

  private static func parts(
    of items: [TemplateItem],
    in parser: TemplateParser,
    _ ranges: inout ArraySlice<Range<Int>>,
    _ segmentsLeft: inout Int
  ) -> [PatternPart] {
    items.map { item in
      let range = ranges.removeFirst()
      let text = parser.text(from: range.lowerBound, to: range.upperBound)
      switch item {
      case .segment(let segment):
        segmentsLeft -= 1
        let exactness = segment.exactness(isLast: segmentsLeft == 0)
        return PatternPart(text: text, exactness: exactness, parts: [])
      case .optional(let inner):
        let parts = parts(of: inner, in: parser, &ranges, &segmentsLeft)
        return PatternPart(text: text, exactness: nil, parts: parts)
      }
    }
  }
}

extension RoutePattern {
  /// The names of the parameters that every location of the pattern has: without lists, and without
  /// optional parts.
  package var neededParameters: Set<String> {
    var names: Set<String> = []
    for case .segment(let segment) in items {
      for parameter in segment.parameters where parameter.type != .list {
        names.insert(parameter.name)
      }
    }
    return names.subtracting(fixed.keys)
  }
}

extension RoutePattern {
  /// The pattern of only the first parts of the path, for every scheme and host.
  ///
  /// If `isOpen`, the location may continue after them; ``RouteMatch/rest`` has the remaining
  /// segments. Returns `nil` if the additional part would exceed the limit for segments.
  package func beginning(_ count: Int, isOpen: Bool) -> RoutePattern? {
    var items = Array(items.prefix(count))
    if isOpen { items.append(.segment(.many(nil))) }
    guard items.segmentCount <= TemplateParser.segmentLimit else { return nil }
    return RoutePattern(template: template, text: text, items: items)
  }

  /// The bytes of the path with a location's segments in place of parameters, and of its literal
  /// text at most.
  ///
  /// A refused value can add a byte. Returns `nil` for a pattern with a scheme, a host, an optional
  /// part or non-ASCII text.
  package func size(with given: [Substring]) -> (length: ClosedRange<Int>, weight: Int)? {
    guard scheme == nil, host == nil else { return nil }
    var (length, refused, weight) = (0, 0, 0)
    for (index, item) in items.enumerated() {
      guard case .segment(let segment) = item else { return nil }
      if case .literal(let text) = segment {
        guard LiteralText.isASCII(text.utf8) else { return nil }
        length += 1 + text.utf8.count
        weight += text.utf8.count
        continue
      }
      weight += segment.literals.reduce(0) { $0 + $1.utf8.count }
      if index < given.count {
        length += 1 + given[index].utf8.count
        refused += 1
      } else {
        length += 1 + segment.parameters.reduce(0) { $0 + 1 + $1.name.utf8.count }
      }
    }
    // The root is a slash.
    length = max(1, length)
    return (length...(length + refused), weight)
  }

  /// The number of parts that match a location's segments from the left, and the literal text of
  /// the next one; no text if the location or the path ends there.
  ///
  /// Returns `nil` if this depends on a value, a wildcard, an optional part or a special character,
  /// or if everything matches.
  package func plainBeginning(
    of segments: [String],
    isCaseSensitive: Bool
  ) -> (count: Int, literal: String?)? {
    for (index, item) in items.enumerated() {
      guard case .segment(let segment) = item else { return nil }
      let kind = segment.segmentClass(isLast: index == items.count - 1)
      guard kind < .end else { return nil }
      guard index < segments.count else { return (index, nil) }
      let given = segments[index]
      guard case .literal(let text) = segment else {
        guard kind == .parameter, !given.isEmpty else { return nil }
        continue
      }
      guard let isSame = text.isPlainlySame(as: given, isFolded: !isCaseSensitive) else {
        return nil
      }
      guard isSame else { return (index, text) }
    }
    return segments.count > items.count ? (items.count, nil) : nil
  }

  /// A segment of the path, compared with a location.
  package enum FixedSegment {
    /// Literal text, its escapes decoded.
    case literal(String)
    /// A segment that accepts the location's text, and the number of its literal bytes.
    case taken(literalCount: Int)
    /// A segment that rejects the location's text or has no counterpart: its parameters, and the
    /// number of its literal bytes in that text.
    case refused(String, literalCount: Int)
  }

  /// The segments of the path, including optional parts, compared with a location's from the left.
  ///
  /// If the budget runs out, values are rejected.
  package func fixedSegments(
    beside given: [String],
    within budget: inout MatchBudget
  ) -> [FixedSegment] {
    items.writtenOut.enumerated()
      .map { index, segment in
        if case .literal(let text) = segment { return .literal(text) }
        let names = segment.parameters.map { ":" + $0.name }.joined()
        guard index < given.count else { return .refused(names, literalCount: 0) }
        let literals = segment.literals
        guard Self.takes(segment, given[index], within: &budget) else {
          let known = literals.filter { given[index].contains($0) }
          return .refused(names, literalCount: known.reduce(0) { $0 + $1.utf8.count })
        }
        return .taken(literalCount: literals.reduce(0) { $0 + $1.utf8.count })
      }
  }

  /// Whether a segment accepts a text, by its type and its literal text.
  private static func takes(
    _ segment: TemplateSegment,
    _ text: String,
    within budget: inout MatchBudget
  ) -> Bool {
    switch segment.segmentClass(isLast: false) {
    case .literal, .parameter, .one, .many, .end: return true
    case .mixed, .constrained:
      guard let location = try? Location(segments: [text]) else { return true }
      let pattern = RoutePattern(template: text, text: text, items: [.segment(segment)])
      return pattern.match(location, isCaseSensitive: false, within: &budget) != nil
    }
  }
}

extension String {
  /// Whether two texts of letters, digits, `-`, `_` and `.` are the same; `nil` for another text.
  fileprivate func isPlainlySame(as other: String, isFolded: Bool) -> Bool? {
    let (own, given) = (utf8, other.utf8)
    guard own.allSatisfy(\.isPlain), given.allSatisfy(\.isPlain), !own.isEmpty else { return nil }
    guard own.count == given.count else { return false }
    return zip(own, given)
      .allSatisfy { $0 == $1 || isFolded && $0.lowercasedASCII == $1.lowercasedASCII }
  }
}

extension UInt8 {
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension TemplateSegment {
  /// The pieces of literal text next to parameters.
  fileprivate var literals: [String] {
    guard case .mixed(let pieces) = self else { return [] }
    return pieces.compactMap { piece in
      if case .literal(let text) = piece { text } else { nil }
    }
  }
}
