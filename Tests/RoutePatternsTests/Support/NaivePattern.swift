/// A pattern as a tree that is matched by exhaustive search.
///
/// It shares no code with the table: a generator creates the tree, and the parser reads its printed
/// template.
struct NaivePattern {
  indirect enum Item {
    case segment(Segment)
    case optional([Item])
  }

  enum Segment {
    case literal(String)
    case parameter(String, NaiveType)
    case mixed([Piece])
    case one(String?)
    case many(String?)
  }

  enum Piece {
    case literal(String)
    case parameter(String, NaiveType)
  }

  enum Value: Equatable {
    case text(String)
    case list([String])
  }

  let items: [Item]

  /// Matches the pattern: it prefers taking optional parts, and short values for everything else.
  func match(_ segments: [String], isCaseSensitive: Bool) -> [String: Value]? {
    let found = Self.fit(Self.endingOpen(items)[...], segments[...], isCaseSensitive)
    return found.map { Dictionary($0) { first, _ in first } }
  }

  private static func fit(
    _ items: ArraySlice<Item>,
    _ segments: ArraySlice<String>,
    _ isCaseSensitive: Bool
  ) -> [(String, Value)]? {
    guard let item = items.first else { return segments.isEmpty ? [] : nil }
    let rest = items.dropFirst()
    switch item {
    case .optional(let inner):
      return fit(inner + rest, segments, isCaseSensitive) ?? fit(rest, segments, isCaseSensitive)
    case .segment(.many(let name)):
      for count in 0...segments.count {
        guard let found = fit(rest, segments.dropFirst(count), isCaseSensitive) else { continue }
        return (name.map { [($0, .list(Array(segments.prefix(count))))] } ?? []) + found
      }
      return nil
    case .segment(let segment):
      guard let text = segments.first, let own = fit(segment, text, isCaseSensitive),
        let found = fit(rest, segments.dropFirst(), isCaseSensitive)
      else { return nil }
      return own + found
    }
  }

  private static func fit(
    _ segment: Segment,
    _ text: String,
    _ isCaseSensitive: Bool
  ) -> [(String, Value)]? {
    switch segment {
    case .literal(let literal): return isSame(literal, text, isCaseSensitive) ? [] : nil
    case .one(let name): return text.isEmpty ? nil : name.map { [($0, .text(text))] } ?? []
    case .parameter(let name, let type): return type.fits(text) ? [(name, .text(text))] : nil
    case .many: return nil
    case .mixed(let pieces):
      return fit(pieces[...], Array(text.unicodeScalars)[...], isCaseSensitive)
    }
  }

  private static func fit(
    _ pieces: ArraySlice<Piece>,
    _ text: ArraySlice<Unicode.Scalar>,
    _ isCaseSensitive: Bool
  ) -> [(String, Value)]? {
    guard let piece = pieces.first else { return text.isEmpty ? [] : nil }
    for count in stride(from: 0, through: text.count, by: 1) {
      let given = string(text.prefix(count))
      let own: [(String, Value)]
      switch piece {
      case .literal(let literal):
        guard isSame(literal, given, isCaseSensitive) else { continue }
        own = []
      case .parameter(let name, let type):
        guard type.fits(given) else { continue }
        own = [(name, .text(given))]
      }
      if let found = fit(pieces.dropFirst(), text.dropFirst(count), isCaseSensitive) {
        return own + found
      }
    }
    return nil
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private static func isSame(_ left: String, _ right: String, _ isCaseSensitive: Bool) -> Bool {
    if !isCaseSensitive { return isSame(left.lowercased(), right.lowercased(), true) }
    let isASCII = left.utf8.allSatisfy { $0 < 128 } || right.utf8.allSatisfy { $0 < 128 }
    return isASCII ? Array(left.utf8) == Array(right.utf8) : left == right
  }

  /// Replaces a final `*` with `**`.
  private static func endingOpen(_ items: [Item]) -> [Item] {
    var items = items
    switch items.popLast() {
    case .none: return []
    case .optional(let inner): return items + [.optional(endingOpen(inner))]
    case .segment(.one(let name)): return items + [.segment(.many(name))]
    case .some(let last): return items + [last]
    }
  }

  /// The classes of the segments for the order of routes: for mixed segments, longer literal text
  /// first, then fewer unconstrained parameters.
  var classes: [Int] {
    Self.segments(Self.endingOpen(items))
      .flatMap { segment in
        switch segment {
        case .literal: [0, 0, 0]
        case .mixed(let pieces): [1] + Self.order(of: pieces)
        case .parameter(_, let type): [type.isText ? 3 : 2, 0, 0]
        case .one: [5, 0, 0]
        case .many: [6, 0, 0]
        }
      } + [4, 0, 0]
  }

  private static func order(of pieces: [Piece]) -> [Int] {
    var order = [0, 0]
    for piece in pieces {
      switch piece {
      case .literal(let text): order[0] -= text.count
      case .parameter(_, let type): order[1] += type.isText ? 1 : 0
      }
    }
    return order
  }

  static func segments(_ items: [Item]) -> [Segment] {
    items.flatMap { item in
      switch item {
      case .segment(let segment): [segment]
      case .optional(let inner): segments(inner)
      }
    }
  }
}
