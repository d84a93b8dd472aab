/// One of several spellings of a location that a route treats as the same.
package struct LocationSpelling: Sendable {
  package let location: Location

  /// The starts of segments that ignore case; empty for a case-sensitive route.
  let looseStarts: Set<Int>
}

extension RoutePattern {
  /// Returns every spelling of a location that a route of this pattern treats as the same, as far
  /// as other patterns distinguish them.
  ///
  /// These are the location itself; the location with the pattern's literal text and with values in
  /// the text form of their type; and, if the route ignores case, the location with its literal
  /// text in lower case and in upper case.
  ///
  /// If the budget runs out, spellings are missing.
  package func spellings(
    of location: Location,
    isCaseSensitive: Bool,
    within budget: inout MatchBudget
  ) -> [LocationSpelling] {
    let itself = LocationSpelling(location: location, looseStarts: [])
    guard
      let taken = location.steps(in: shape, isCaseSensitive: isCaseSensitive, within: &budget)
    else { return [itself] }
    let cases: [SpelledPath.LetterCase] =
      isCaseSensitive ? [.asWritten] : [.asGiven, .asWritten, .small, .capital]
    var spellings: [LocationSpelling] = isCaseSensitive ? [itself] : []
    var known: Set<[UInt8]> = isCaseSensitive ? [location.joinedPath] : []
    for letterCase in cases {
      let path = SpelledPath(taken, of: shape, letterCase)
      guard known.insert(path.bytes).inserted, let spelled = location.with(path: path.bytes)
      else { continue }
      let starts = isCaseSensitive ? [] : path.literalStarts
      spellings.append(LocationSpelling(location: spelled, looseStarts: starts))
    }
    return spellings
  }

  /// Returns the part of a location that a parent pattern matches, without query and fragment.
  ///
  /// The parent may be a more distant ancestor. Returns `nil` if the location does not match, or
  /// the budget runs out.
  package func start(
    of location: Location,
    upTo parent: RoutePattern,
    isCaseSensitive: Bool,
    within budget: inout MatchBudget
  ) -> Location? {
    guard
      let taken = location.steps(in: shape, isCaseSensitive: isCaseSensitive, within: &budget)
    else { return nil }
    let count = parent.shape.tokens.count
    var bytes: [UInt8] = []
    for step in taken.steps where step.token < count {
      bytes.append(LocationByte.separator)
      bytes += taken.joined(step.range)
    }
    return location.with(path: bytes, keepsQuery: false)
  }

  /// Whether matching depends on the text of parameters.
  package var hasTests: Bool { !shape.tests.isEmpty }
}

/// A path, split by the tokens of a pattern.
private struct TakenPath {
  let path: [UInt8]
  let separator: UInt8
  let steps: [PatternStep]
  let captures: [RouteCapture]

  /// Segments joined by ``LocationByte/separator``.
  func joined(_ range: Range<Int>) -> [UInt8] {
    path[range].map { $0 == separator ? LocationByte.separator : $0 }
  }

  func text(_ slot: Int) -> String {
    String(decoding: path[captures[slot].range], as: UTF8.self)
  }
}

/// A path in one of the spellings that a route treats as the same.
private struct SpelledPath {
  /// The spelling of literal text.
  enum LetterCase {
    case asGiven, asWritten, small, capital
  }

  /// Every segment after a ``LocationByte/separator``.
  private(set) var bytes: [UInt8] = []
  /// The starts of segments that are entirely literal text.
  private(set) var literalStarts: Set<Int> = []

  init(_ taken: TakenPath, of shape: PatternShape, _ letterCase: LetterCase) {
    for step in taken.steps {
      bytes.append(LocationByte.separator)
      let token = shape.tokens[step.token]
      if token.kind == .literal { literalStarts.insert(bytes.count) }
      guard letterCase != .asGiven else {
        bytes += taken.joined(step.range)
        continue
      }
      switch token.kind {
      case .literal:
        bytes +=
          Self.spelled(String(decoding: shape.literal(token), as: UTF8.self), letterCase).utf8
      case .typed:
        bytes += Self.value(taken.text(Int(token.slot)), shape.slots[Int(token.slot)].type).utf8
      case .mixed:
        guard case .mixed(let mixed) = shape.tests[Int(token.test)] else { continue }
        var slot = Int(token.slot)
        for piece in mixed.key {
          switch piece {
          case .literal(let text): bytes += Self.spelled(text, letterCase).utf8
          case .parameter(let parameter):
            bytes += Self.value(taken.text(slot), parameter.type).utf8
            slot += 1
          }
        }
      case .parameter, .one, .many, .optional: bytes += taken.joined(step.range)
      }
    }
  }

  private static func spelled(_ text: String, _ letterCase: LetterCase) -> String {
    switch letterCase {
    case .asGiven, .asWritten: return text
    case .small: return text.lowercased()
    case .capital:
      return
        text.map { character in
          let capital = character.uppercased()
          return capital.lowercased() == character.lowercased() ? capital : String(character)
        }
        .joined()
    }
  }

  private static func value(_ text: String, _ type: ParameterType) -> String {
    let spelled = type.value(text).text ?? text
    return spelled == text || type.accepts(spelled) ? spelled : text
  }
}

extension Location {
  /// The part of the path for each token of a pattern, or `nil` if it does not match.
  fileprivate func steps(
    in shape: PatternShape,
    isCaseSensitive: Bool,
    within budget: inout MatchBudget
  ) -> TakenPath? {
    withPathKey { path in
      let found = PatternMatcher.steps(
        shape,
        path,
        separator: separator,
        isCaseSensitive: isCaseSensitive,
        &budget
      )
      return found.map {
        TakenPath(path: Array(path), separator: separator, steps: $0.steps, captures: $0.captures)
      }
    }
  }

  /// Every segment after a ``LocationByte/separator``.
  fileprivate var joinedPath: [UInt8] {
    withPathKey { path in
      path.count == 1
        ? []
        : [LocationByte.separator]
          + path.dropFirst().map { $0 == separator ? LocationByte.separator : $0 }
    }
  }

  /// A copy with another path, which has each segment after a ``LocationByte/separator``.
  fileprivate func with(path: [UInt8], keepsQuery: Bool = true) -> Location? {
    let count = storage.withBytes(\.count) + path.count + 2 * query.range.count
    return try? LocationAssembly.location(capacity: count + 16) {
      (assembly) throws(LocationError) in
      storage.withBytes { assembly.append(scheme: $0[layout.scheme.bounds]) }
      assembly.append(hostOf: self)
      let start = assembly.writer.count
      assembly.writer.append(contentsOf: path)
      assembly.endPath(from: start)
      assembly.layout.printsAuthority = layout.printsAuthority
      assembly.layout.isRootless = layout.isRootless
      if keepsQuery { assembly.append(queryAndFragmentOf: self) }
    }
  }
}
