/// A choice of paths by whole segments.
package struct PathFilter: Hashable, Sendable {
  /// The text of each segment; `nil` for any text.
  package let segments: [String?]

  /// Whether any number of segments may follow.
  package let isOpen: Bool
}

extension RoutePattern {
  /// The narrowest filter that lets all paths of the pattern through.
  package var filter: PathFilter {
    var segments: [String?] = []
    for item in items {
      guard case .segment(let segment) = item else {
        return PathFilter(segments: segments, isOpen: true)
      }
      switch segment {
      case .many: return PathFilter(segments: segments, isOpen: true)
      // Other text may be an equal spelling of the letters of a language.
      case .literal(let text) where text.utf8.allSatisfy { $0 < 0x80 }: segments.append(text)
      case .literal, .parameter, .mixed, .one: segments.append(nil)
      }
    }
    return PathFilter(segments: segments, isOpen: false)
  }
}
