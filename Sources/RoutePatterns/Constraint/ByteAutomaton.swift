/// A deterministic automaton over bytes.
///
/// State 0 rejects every further byte, and state 1 is the start.
final class ByteAutomaton: Sendable {
  static let limit = 4_096
  static let dead: UInt16 = 0
  static let start: UInt16 = 1

  /// The class of each byte: bytes of one class have the same transitions.
  private let classes: [UInt8]
  private let classCount: Int
  /// The next state, by state and class.
  private let transitions: [UInt16]
  private let accepting: [Bool]

  private init(_ builder: AutomatonBuilder) {
    classes = builder.classes
    classCount = builder.classCount
    transitions = builder.transitions
    accepting = builder.accepting
  }

  /// Compiles an expression, or returns `nil` if it needs too many states.
  convenience init?(_ expression: ConstraintExpression) {
    let states = ConstraintStates(expression)
    guard !states.isOverLimit, let builder = AutomatonBuilder(states) else { return nil }
    self.init(builder)
  }

  /// The number of states without the dead one.
  var stateCount: Int { accepting.count - 1 }

  /// The approximate size in bytes.
  var byteCount: Int { classes.count + 2 * transitions.count + accepting.count }

  @inline(__always)
  func next(_ state: UInt16, _ byte: UInt8) -> UInt16 {
    transitions[Int(state) &* classCount &+ Int(classes[Int(byte)])]
  }

  @inline(__always)
  func isAccepting(_ state: UInt16) -> Bool { accepting[Int(state)] }

  func byteClass(_ byte: UInt8) -> UInt8 { classes[Int(byte)] }

  /// Whether every value that matches another automaton matches this one.
  func covers(_ other: ByteAutomaton) -> Bool {
    let bytes = distinctBytes(with: other)
    var open = [(own: Self.start, other: Self.start)]
    var known: Set<UInt32> = []
    while let pair = open.popLast() {
      guard known.count <= Self.limit else { return false }
      if other.isAccepting(pair.other), !isAccepting(pair.own) { return false }
      for byte in bytes {
        let next = (own: self.next(pair.own, byte), other: other.next(pair.other, byte))
        let key = UInt32(next.own) << 16 | UInt32(next.other)
        if next.other != Self.dead, known.insert(key).inserted { open.append(next) }
      }
    }
    return true
  }

  /// One byte for each class of bytes that this automaton or another distinguishes.
  private func distinctBytes(with other: ByteAutomaton) -> [UInt8] {
    var known: Set<UInt16> = []
    return (UInt8.min...UInt8.max)
      .filter { byte in
        let classes = UInt16(self.classes[Int(byte)]) << 8 | UInt16(other.classes[Int(byte)])
        return known.insert(classes).inserted
      }
  }

  func reads(_ value: UnsafeBufferPointer<UInt8>) -> (fits: Bool, byteCount: Int) {
    let classCount = classCount
    // Buffers avoid a bounds check for each byte: every class and state is within its table.
    return classes.withUnsafeBufferPointer { classes in
      transitions.withUnsafeBufferPointer { transitions in
        var state = Int(Self.start)
        var place = 0
        while place < value.count {
          state = Int(transitions[state &* classCount &+ Int(classes[Int(value[place])])])
          place &+= 1
          if state == Int(Self.dead) { return (false, place) }
        }
        return (accepting[state], place)
      }
    }
  }

  /// Whether a whole value matches; also `false` if the budget runs out.
  func accepts(_ value: UnsafeBufferPointer<UInt8>, _ budget: inout MatchBudget) -> Bool {
    guard !budget.isSpent else { return false }
    let answer = reads(value)
    return budget.spend(answer.byteCount) && answer.fits
  }

  /// Whether the value matches in some case of its letters; also `false` if the budget runs out.
  ///
  /// - Complexity: O(*n* · *m*) for a value of *n* bytes and *m* states.
  func acceptsInSomeCase(
    _ value: UnsafeBufferPointer<UInt8>,
    _ budget: inout MatchBudget
  ) -> Bool {
    var states: Set<UInt16> = [Self.start]
    for byte in value {
      var reached: Set<UInt16> = []
      guard budget.spend(states.count * MatchBudget.set) else { return false }
      for state in states {
        reached.insert(next(state, byte))
        if byte.isLetter { reached.insert(next(state, byte ^ 0x20)) }
      }
      reached.remove(Self.dead)
      if reached.isEmpty { return false }
      states = reached
    }
    return states.contains { isAccepting($0) }
  }
}
