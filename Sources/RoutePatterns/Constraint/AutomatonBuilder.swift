/// Makes an automaton deterministic: each of its states is a set of nondeterministic states.
struct AutomatonBuilder {
  /// The maximum number of single steps, which bounds the time for any expression.
  private static let workLimit = 4_000_000

  private(set) var classes: [UInt8] = Array(repeating: 0, count: 256)
  private(set) var classCount = 0
  private(set) var transitions: [UInt16] = []
  private(set) var accepting: [Bool] = []
  private let states: ConstraintStates
  private var numbers: [[Int]: UInt16] = [:]
  private var sets: [[Int]] = []
  private var work = 0

  /// Compiles states, or returns `nil` if that needs too many states or too much time.
  init?(_ states: ConstraintStates) {
    self.states = states
    formClasses()
    var seen = Array(repeating: -1, count: states.states.count)
    guard add([]) != nil, add(closure([states.start], &seen, stamp: 0)) != nil else { return nil }
    var index = 0
    while index < sets.count {
      guard let row = row(of: sets[index], &seen, stamp: index + 1) else { return nil }
      transitions += row
      index += 1
    }
  }

  private mutating func formClasses() {
    var isBoundary = Array(repeating: false, count: 257)
    for case let step? in states.states.map(\.step) {
      isBoundary[Int(step.bytes.lowerBound)] = true
      isBoundary[Int(step.bytes.upperBound) + 1] = true
    }
    var current = 0
    for byte in 0..<256 {
      if byte > 0, isBoundary[byte] { current += 1 }
      classes[byte] = UInt8(current)
    }
    classCount = current + 1
  }

  private mutating func add(_ set: [Int]) -> UInt16? {
    if let number = numbers[set] { return number }
    guard sets.count <= ByteAutomaton.limit else { return nil }
    let number = UInt16(sets.count)
    numbers[set] = number
    sets.append(set)
    accepting.append(set.contains(states.end))
    return number
  }

  /// Returns the next states of a set, by class, or `nil` if there are too many.
  private mutating func row(of set: [Int], _ seen: inout [Int], stamp: Int) -> [UInt16]? {
    var targets = Array(repeating: [Int](), count: classCount)
    for state in set {
      guard let step = states.states[state].step else { continue }
      let range =
        classes[Int(step.bytes.lowerBound)]...classes[Int(step.bytes.upperBound)]
      for byteClass in range { targets[Int(byteClass)].append(step.target) }
      work += range.count
    }
    var row: [UInt16] = []
    var last: (targets: [Int], number: UInt16)?
    for (byteClass, reached) in targets.enumerated() {
      if let last, last.targets == reached {
        row.append(last.number)
        continue
      }
      let stamp = stamp * classCount + byteClass
      guard let number = add(closure(reached, &seen, stamp: stamp)), work <= Self.workLimit else {
        return nil
      }
      row.append(number)
      last = (reached, number)
    }
    return row
  }

  /// Returns a set and all states that it enters without a byte, sorted.
  private mutating func closure(_ set: [Int], _ seen: inout [Int], stamp: Int) -> [Int] {
    var closed: [Int] = []
    var open = set
    while let state = open.popLast() {
      guard seen[state] != stamp else { continue }
      seen[state] = stamp
      work += 1
      let free = states.states[state].free
      // A state with only empty steps carries no information.
      if free.isEmpty || states.states[state].step != nil || state == states.end {
        closed.append(state)
      }
      open += free
    }
    return closed.sorted()
  }
}
