/// The automaton of a segment with constrained parameters.
///
/// All ways to read the segment run in parallel, one for each state. If two meet in a state, the
/// one with the shorter parameters continues, because both have the same future. The time is
/// therefore linear in the bytes of the segment.
struct SegmentNFA: Sendable {
  private let parts: [MixedSegment.Part]
  /// The first state of each part.
  private let bases: [Int]
  private let partOfState: [Int32]
  private let parameterOfPart: [Int]
  private let parameterCount: Int
  /// The maximum ratio of the length of another spelling to that of a literal text.
  static let longestSpelling = 4

  init(_ parts: [MixedSegment.Part]) {
    self.parts = parts
    var bases: [Int] = []
    var partOfState: [Int32] = []
    var parameters: [Int] = []
    var count = 0
    for (index, part) in parts.enumerated() {
      bases.append(partOfState.count)
      parameters.append(count)
      let stateCount: Int
      switch part {
      case .literal(let text, _): stateCount = text.count * Self.longestSpelling
      case .parameter(let automaton):
        stateCount = (automaton?.stateCount ?? 1) + 1
        count += 1
      }
      partOfState += Array(repeating: Int32(index), count: stateCount)
    }
    self.bases = bases
    self.partOfState = partOfState
    parameterOfPart = parameters
    parameterCount = count
  }

  /// Writes the captures of the winner; returns `false` also if the budget runs out.
  func run(
    _ text: MixedText,
    _ captures: UnsafeMutableBufferPointer<RouteCapture>,
    _ budget: inout MatchBudget
  ) -> Bool {
    let size = ThreadSet.size(stateCount: partOfState.count, parameterCount: parameterCount)
    guard budget.spend(size / MatchBudget.room) else { return false }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * size + parameterCount) {
      memory in
      memory.initialize(repeating: 0)
      guard let base = memory.baseAddress else { return false }
      var current = ThreadSet(base, stateCount: partOfState.count, parameterCount)
      var next = ThreadSet(base + size, stateCount: partOfState.count, parameterCount)
      // The ends of the parameters in one thread; zero before the first byte.
      let ends = base + 2 * size
      current.add(bases[0] + firstProgress(of: 0), ends)
      for index in text.bytes.indices {
        guard budget.spend(current.count * stepsOfState) else { return false }
        next.clear()
        for thread in 0..<current.count {
          let state = Int(current.states[thread])
          ends.update(from: current.ends(of: state), count: parameterCount)
          step(state, text, to: index + 1, ends, &next)
        }
        swap(&current, &next)
        if current.count == 0, !current.hasWinner { return false }
      }
      if current.hasWinner { write(text, current.winner, captures, &budget) }
      return current.hasWinner
    }
  }

  private var stepsOfState: Int { MatchBudget.thread + parameterCount }

  private func firstProgress(of part: Int) -> Int {
    if case .parameter = parts[part] { Int(ByteAutomaton.start) } else { 0 }
  }

  /// Advances one state by the byte before a position.
  private func step(
    _ state: Int,
    _ text: MixedText,
    to position: Int,
    _ ends: UnsafeMutablePointer<UInt32>,
    _ next: inout ThreadSet
  ) {
    let part = Int(partOfState[state])
    let progress = state - bases[part]
    let byte = text.bytes[position - 1]
    switch parts[part] {
    case .literal(let literal, let number):
      var length = literal.count
      if let lengths = text.lengths {
        length = lengths[number][position - 1 - progress]
        guard length > 0, length <= literal.count * Self.longestSpelling else { return }
      } else if !text.isSame(literal[progress], byte) {
        return
      }
      guard progress + 1 == length else { return next.add(state + 1, ends) }
    case .parameter(let automaton):
      let reached = automaton?.next(UInt16(progress), byte) ?? ByteAutomaton.start
      enter(part, reached, text, at: position, ends, &next)
      guard text.isLoose, byte.isLetter, let automaton else { return }
      let other = automaton.next(UInt16(progress), byte ^ 0x20)
      return enter(part, other, text, at: position, ends, &next)
    }
    leave(part, text, at: position, ends, &next)
  }

  /// Enters a state of a parameter, and the next part if the state accepts.
  private func enter(
    _ part: Int,
    _ reached: UInt16,
    _ text: MixedText,
    at position: Int,
    _ ends: UnsafeMutablePointer<UInt32>,
    _ next: inout ThreadSet
  ) {
    guard reached != ByteAutomaton.dead else { return }
    ends[parameterOfPart[part]] = UInt32(position)
    next.add(bases[part] + Int(reached), ends)
    guard case .parameter(let automaton) = parts[part],
      automaton?.isAccepting(reached) ?? true
    else { return }
    leave(part, text, at: position, ends, &next)
  }

  /// Enters the part after a finished part.
  private func leave(
    _ part: Int,
    _ text: MixedText,
    at position: Int,
    _ ends: UnsafeMutablePointer<UInt32>,
    _ next: inout ThreadSet
  ) {
    if part + 1 < parts.count {
      next.add(bases[part + 1] + firstProgress(of: part + 1), ends)
    } else if position == text.bytes.count {
      next.finish(ends)
    }
  }

  private func write(
    _ text: MixedText,
    _ ends: UnsafePointer<UInt32>,
    _ captures: UnsafeMutableBufferPointer<RouteCapture>,
    _ budget: inout MatchBudget
  ) {
    var position = 0
    for (index, part) in parts.enumerated() {
      switch part {
      case .literal(let literal, let number):
        position += text.length(of: literal, number, at: position, &budget) ?? 0
      case .parameter:
        let parameter = parameterOfPart[index]
        captures[parameter] = RouteCapture(position..<Int(ends[parameter]))
        position = Int(ends[parameter])
      }
    }
  }
}
