/// A pattern without the names of its parameters: a sequence of tokens in one byte array.
///
/// Patterns of equal shape match the same locations.
struct PatternShape: Sendable {
  /// The tokens in order; see ``PatternToken``.
  private(set) var bytes: [UInt8] = []
  private(set) var tokens: [PatternToken] = []
  private(set) var tests: [SegmentTest] = []
  /// One parameter for each capture; the name of an unnamed catch-all is empty.
  private(set) var slots: [RouteParameter] = []
  /// The slot of the last catch-all for many segments.
  private(set) var restSlot: Int?
  /// Whether any literal text contains non-ASCII characters.
  private(set) var hasUnicodeLiterals = false
  private(set) var rank = SegmentRank()

  /// Encodes the items of a whole pattern; `spelling` returns the stored text of a literal segment.
  init(_ items: [TemplateItem], spelling: (String) -> String = { $0 }) {
    var segmentsLeft = items.segmentCount
    tokens.reserveCapacity(segmentsLeft)
    bytes.reserveCapacity(16 * segmentsLeft)
    append(items, segmentsLeft: &segmentsLeft, spelling)
    rank.append(SegmentExactness(.end))
  }

  private mutating func append(
    _ items: [TemplateItem],
    segmentsLeft: inout Int,
    _ spelling: (String) -> String
  ) {
    for item in items {
      switch item {
      case .segment(let segment):
        segmentsLeft -= 1
        append(segment, isLast: segmentsLeft == 0, spelling)
      case .optional(let inner):
        let index = begin(.optional)
        append(inner, segmentsLeft: &segmentsLeft, spelling)
        bytes.append(PatternToken.groupEnd)
        end(index)
        tokens[index].next = Int32(tokens.count)
      }
    }
  }

  private mutating func append(
    _ segment: TemplateSegment,
    isLast: Bool,
    _ spelling: (String) -> String
  ) {
    rank.append(segment.exactness(isLast: isLast))
    switch segment {
    case .literal(let text): appendLiteral(spelling(text))
    case .parameter(let parameter): appendParameter(parameter)
    case .mixed(let pieces):
      let index = begin(.mixed)
      encode(pieces)
      end(index)
      tokens[index].test = Int32(tests.count)
      tests.append(.mixed(MixedSegment(pieces)))
      slots += segment.parameters
    case .one(let name) where isLast: appendMany(name)
    case .many(let name): appendMany(name)
    case .one(let name):
      end(begin(.one))
      slots.append(RouteParameter(name: name ?? "", type: .text))
    }
  }

  private mutating func appendLiteral(_ text: String) {
    let index = begin(.literal)
    encode(text)
    end(index)
    if !hasUnicodeLiterals { hasUnicodeLiterals = text.utf8.contains { $0 >= 0x80 } }
  }

  private mutating func appendParameter(_ parameter: RouteParameter) {
    defer { slots.append(parameter) }
    if parameter.type == .text {
      end(begin(.parameter))
      return
    }
    let index = begin(.typed)
    encode(parameter.type)
    end(index)
    tokens[index].test = Int32(tests.count)
    tests.append(.type(parameter.type))
  }

  private mutating func appendMany(_ name: String?) {
    end(begin(.many))
    restSlot = slots.count
    slots.append(RouteParameter(name: name ?? "", type: .list))
  }

  private mutating func begin(_ kind: PatternToken.Kind) -> Int {
    tokens.append(PatternToken(kind: kind, start: Int32(bytes.count), slot: Int32(slots.count)))
    bytes.append(kind.rawValue)
    return tokens.count - 1
  }

  private mutating func end(_ index: Int) {
    tokens[index].end = Int32(bytes.count)
    tokens[index].next = Int32(index + 1)
  }

  private mutating func encode(_ text: String) {
    let count = text.utf8.count
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: count >> shift))
    }
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func encode(_ type: ParameterType) {
    bytes.append(type.code)
    switch type {
    case .choice(let values):
      encode(String(values.count))
      values.forEach { encode($0) }
    case .constraint(let constraint): encode(constraint.expression)
    case .custom(let type):
      encode(type.name)
      switch type.condition {
      case .constraint(let constraint): encode(ParameterType.constraint(constraint))
      case .choice(let values): encode(ParameterType.choice(values))
      }
    default: break
    }
  }

  private mutating func encode(_ pieces: [TemplatePiece]) {
    for piece in pieces {
      switch piece {
      case .literal(let text):
        bytes.append(PatternToken.Kind.literal.rawValue)
        encode(text)
      case .parameter(let parameter):
        bytes.append(PatternToken.Kind.typed.rawValue)
        encode(parameter.type)
      }
    }
    bytes.append(PatternToken.groupEnd)
  }
}

extension PatternShape: Equatable {
  static func == (left: PatternShape, right: PatternShape) -> Bool { left.bytes == right.bytes }
}

extension PatternShape {
  /// The segment index of each slot, if every value is a whole segment at a fixed index, or the
  /// rest.
  var fixedPlaces: [Int]? {
    var places: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .literal: break
      case .typed, .parameter, .one: places.append(index)
      case .many:
        guard index == tokens.count - 1 else { return nil }
        places.append(index)
      case .mixed, .optional: return nil
      }
    }
    return places
  }

  func literal(_ token: PatternToken) -> ArraySlice<UInt8> {
    bytes[(Int(token.start) + PatternToken.literalOverhead)..<Int(token.end)]
  }
}
