/// A part of a pattern's path as it is written: a segment, or a part that may be left out.
package struct PatternPart: Sendable {
  /// The part as written, its slash left out: `:id<int>`; an optional part with its parentheses.
  package let text: String

  /// How exactly a segment is fixed, as it counts in the rank; `nil` for an optional part.
  package let segmentClass: SegmentClass?

  /// What an optional part holds; empty for a segment.
  package let parts: [PatternPart]

  /// Whether the part may be left out.
  package var isOptional: Bool { segmentClass == nil }
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
        let segmentClass = segment.segmentClass(isLast: segmentsLeft == 0)
        return PatternPart(text: text, segmentClass: segmentClass, parts: [])
      case .optional(let inner):
        let parts = parts(of: inner, in: parser, &ranges, &segmentsLeft)
        return PatternPart(text: text, segmentClass: nil, parts: parts)
      }
    }
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
    /// A segment that takes a value, and its names.
    case value(String)
  }

  /// The segments of the path from the left, optional parts written out.
  package var fixedSegments: [FixedSegment] {
    items.writtenOut.map { segment in
      if case .literal(let text) = segment { return .literal(text) }
      return .value(segment.parameters.map { ":" + $0.name }.joined())
    }
  }
}
