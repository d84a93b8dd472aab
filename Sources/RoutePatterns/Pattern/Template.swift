/// One item of a template's path: a segment, or an optional part.
indirect enum TemplateItem: Hashable, Sendable {
  case segment(TemplateSegment)
  case optional([TemplateItem])
}

enum TemplateSegment: Hashable, Sendable {
  /// Fixed text.
  case literal(String)
  case parameter(RouteParameter)
  /// Literal text around and between parameters.
  case mixed([TemplatePiece])
  /// `*` or `*name`: exactly one segment.
  case one(String?)
  /// `**` or `**name`: any number of segments.
  case many(String?)
}

extension Sequence<TemplateItem> {
  var segmentCount: Int {
    reduce(0) { count, item in
      switch item {
      case .segment: count + 1
      case .optional(let items): count + items.segmentCount
      }
    }
  }

  var parameterCount: Int { writtenOut.reduce(0) { $0 + $1.parameters.count } }

  /// Every segment, including those in optional parts.
  var writtenOut: [TemplateSegment] {
    var segments: [TemplateSegment] = []
    for item in self {
      switch item {
      case .segment(let segment): segments.append(segment)
      case .optional(let items): segments += items.writtenOut
      }
    }
    return segments
  }
}

extension TemplateSegment {
  var parameters: [RouteParameter] {
    switch self {
    case .literal, .one(nil), .many(nil): []
    case .parameter(let parameter): [parameter]
    case .mixed(let pieces):
      pieces.compactMap { piece in
        if case .parameter(let parameter) = piece { parameter } else { nil }
      }
    case .one(.some(let name)): [RouteParameter(name: name, type: .text)]
    case .many(.some(let name)): [RouteParameter(name: name, type: .list)]
    }
  }
}
