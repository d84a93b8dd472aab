/// One item of a pattern's path, for tools that write it in another notation.
package indirect enum PathOutline: Hashable, Sendable {
  /// One segment: literal text and parameters next to each other.
  case segment([Piece])
  /// Any number of segments: `**`, or a final `*`.
  case rest
  case optional([PathOutline])

  package enum Piece: Hashable, Sendable {
    case literal(String)
    case parameter(RouteParameter)
  }
}

extension RoutePattern {
  /// The items of the path from the left.
  package var outline: [PathOutline] {
    var segmentsLeft = items.segmentCount
    return Self.outline(of: items, &segmentsLeft)
  }

  private static func outline(of items: [TemplateItem], _ segmentsLeft: inout Int) -> [PathOutline]
  {
    items.map { item in
      switch item {
      case .optional(let inner): return .optional(outline(of: inner, &segmentsLeft))
      case .segment(let segment):
        segmentsLeft -= 1
        return outline(of: segment, isLast: segmentsLeft == 0)
      }
    }
  }

  private static func outline(of segment: TemplateSegment, isLast: Bool) -> PathOutline {
    switch segment {
    case .literal(let text): .segment([.literal(text)])
    case .parameter(let parameter): .segment([.parameter(parameter)])
    case .many: .rest
    case .one where isLast: .rest
    case .one(let name): .segment([.parameter(RouteParameter(name: name ?? "", type: .text))])
    case .mixed(let pieces):
      .segment(
        pieces.map { piece in
          switch piece {
          case .literal(let text): .literal(text)
          case .parameter(let parameter): .parameter(parameter)
          }
        }
      )
    }
  }
}
