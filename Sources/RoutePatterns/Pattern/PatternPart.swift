/// A part of a pattern's path as it is written: a segment, or a part that may be left out.
package struct PatternPart: Sendable {
  /// The part as written, its slash left out: `:id<int>`; an optional part with its parentheses.
  package let text: String

  /// How exactly a segment is fixed, as it counts in the rank; `nil` for an optional part.
  package let exactness: SegmentExactness?

  /// The parts inside an optional part; empty for a segment.
  package let parts: [PatternPart]

  /// The kind of a segment; `nil` for an optional part.
  package var segmentClass: SegmentClass? { exactness?.segmentClass }

  /// Whether the part may be left out.
  package var isOptional: Bool { exactness == nil }
}

extension [PatternPart] {
  /// The segments, optional parts written out.
  package var writtenOut: [PatternPart] { flatMap { $0.isOptional ? $0.parts.writtenOut : [$0] } }
}

extension RoutePattern {
  /// The parts of the path from the left.
  ///
  /// - Complexity: O(*n*), where *n* is the length of ``text``: it is read again.
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
  /// The names of the parameters that every location of the pattern has: those outside of optional
  /// parts, lists left out.
  package var neededParameters: Set<String> {
    var names: Set<String> = []
    for case .segment(let segment) in items {
      for parameter in segment.parameters where parameter.type != .list {
        names.insert(parameter.name)
      }
    }
    return names
  }
}

extension RoutePattern {
  /// The pattern of the first parts of the path alone, for every scheme and host.
  ///
  /// - Parameters:
  ///   - count: How many of ``parts`` stay.
  ///   - isOpen: Whether the location may go on behind them; ``RouteMatch/rest`` is what follows.
  /// - Returns: `nil` if there is no room for a part that takes the rest.
  package func beginning(_ count: Int, isOpen: Bool) -> RoutePattern? {
    var items = Array(items.prefix(count))
    if isOpen { items.append(.segment(.many(nil))) }
    guard items.segmentCount <= TemplateParser.segmentLimit else { return nil }
    return RoutePattern(template: template, text: text, items: items)
  }

  /// A segment of the path, as far as its text is fixed.
  package enum FixedSegment {
    /// Literal text, its escapes decoded.
    case literal(String)
    /// A segment that takes what the location has there, and the bytes of its literal text.
    case taken(literalCount: Int)
    /// A segment that does not take what the location has there, or has nothing to take: as written,
    /// and the bytes of its literal text that the location has too.
    case refused(String, literalCount: Int)
  }

  /// The segments of the path from the left beside those of a location, optional parts written out.
  ///
  /// - Parameters:
  ///   - given: The segments of the location.
  ///   - budget: What is left to the look-up; if it does not suffice, values are refused.
  /// - Returns: One for each segment of the pattern.
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

  /// Whether a segment takes a text: its type and its literal text count.
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

extension TemplateSegment {
  /// The pieces of literal text beside parameters.
  fileprivate var literals: [String] {
    guard case .mixed(let pieces) = self else { return [] }
    return pieces.compactMap { piece in
      if case .literal(let text) = piece { text } else { nil }
    }
  }
}
