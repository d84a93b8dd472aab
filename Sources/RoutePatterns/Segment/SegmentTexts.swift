/// An automaton of all texts that match a segment with parameters, for comparing two segments.
struct SegmentTexts {
  private enum Part {
    case literal([UInt8])
    /// At least one byte.
    case any
    case automaton(ByteAutomaton)
  }

  /// A position in the parts: an offset in a literal in bytes, or a state of an automaton.
  private struct Place: Hashable {
    var part: Int
    var progress: UInt16
  }

  /// The maximum number of steps for one comparison; beyond them the answer is no.
  private static let workLimit = 200_000

  private let parts: [Part]
  private let isFolded: Bool

  /// `nil` for non-ASCII literal text, which matches in several spellings.
  ///
  /// Literal text ignores case if `isFolded`.
  init?(_ test: SegmentTest, isFolded: Bool) {
    self.isFolded = isFolded
    switch test {
    case .type(let type):
      guard let automaton = BuiltInExpression.automaton(of: type) else { return nil }
      parts = [.automaton(automaton)]
    case .mixed(let segment):
      var parts: [Part] = []
      for part in segment.parts {
        switch part {
        case .literal(let text, _):
          guard LiteralText.isASCII(text) else { return nil }
          parts.append(.literal(text))
        case .parameter(let automaton): parts.append(automaton.map(Part.automaton) ?? .any)
        }
      }
      self.parts = parts
    }
  }

  /// Whether these texts include every text of others; also `false` after too many steps.
  ///
  /// Several comparisons can share the budget.
  func cover(_ others: SegmentTexts, within budget: inout Int) -> Bool {
    var left = min(budget, Self.workLimit)
    let given = left
    defer { budget -= given - max(left, 0) }
    return cover(others, &left)
  }

  private func cover(_ others: SegmentTexts, _ left: inout Int) -> Bool {
    struct State: Hashable {
      var other: Place
      var own: Set<Place>
    }
    let bytes = distinctBytes(with: others)
    var open = [State(other: others.start, own: [start])]
    var known = Set(open)
    while let state = open.popLast() {
      for byte in bytes {
        let reached = others.places(after: state.other, byte)
        guard !reached.isEmpty else { continue }
        left -= 1 + state.own.count
        guard left > 0 else { return false }
        let own = Set(state.own.flatMap { places(after: $0, byte) })
        for place in reached {
          if others.isEnd(place) {
            guard own.contains(where: isEnd) else { return false }
          }
          let next = State(other: place, own: own)
          if known.insert(next).inserted { open.append(next) }
        }
      }
    }
    return true
  }

  private var start: Place { beginning(of: 0) }

  private func isEnd(_ place: Place) -> Bool { place.part == parts.count }

  private func beginning(of part: Int) -> Place {
    guard part < parts.count, case .automaton = parts[part] else {
      return Place(part: part, progress: 0)
    }
    return Place(part: part, progress: ByteAutomaton.start)
  }

  private func places(after place: Place, _ byte: UInt8) -> [Place] {
    guard !isEnd(place) else { return [] }
    let next = beginning(of: place.part + 1)
    switch parts[place.part] {
    case .any: return [place, next]
    case .literal(let text):
      let wanted = text[Int(place.progress)]
      let isSame =
        isFolded ? wanted.lowercasedASCII == byte.lowercasedASCII : wanted == byte
      guard isSame else { return [] }
      let progress = place.progress + 1
      return [Int(progress) == text.count ? next : Place(part: place.part, progress: progress)]
    case .automaton(let automaton):
      let reached = automaton.next(place.progress, byte)
      guard reached != ByteAutomaton.dead else { return [] }
      let place = Place(part: place.part, progress: reached)
      return automaton.isAccepting(reached) ? [place, next] : [place]
    }
  }

  /// One byte for each class of bytes that these or other texts distinguish.
  private func distinctBytes(with others: SegmentTexts) -> [UInt8] {
    var literals: Set<UInt8> = []
    var automata: [ByteAutomaton] = []
    for part in parts + others.parts {
      switch part {
      case .any: break
      case .literal(let text): literals.formUnion(text.flatMap { [$0, $0 ^ 0x20] })
      case .automaton(let automaton): automata.append(automaton)
      }
    }
    var known: Set<[UInt8]> = []
    return (UInt8.min...UInt8.max)
      .filter { byte in
        let own = literals.contains(byte) ? byte : 0
        return known.insert([own] + automata.map { $0.byteClass(byte) }).inserted
      }
  }
}
