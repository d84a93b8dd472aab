/// The nondeterministic states of a constraint; an automaton is built from them.
struct ConstraintStates {
  static let limit = 16_384

  struct State {
    var step: (bytes: ClosedRange<UInt8>, target: Int)?
    /// States entered without a byte.
    var free: [Int] = []
  }

  private(set) var states: [State] = [State()]
  private(set) var isOverLimit = false
  let start = 0
  private(set) var end = 0

  init(_ expression: ConstraintExpression) {
    end = append(expression, after: start)
  }

  private mutating func addState() -> Int {
    if states.count >= Self.limit {
      isOverLimit = true
      return states.count - 1
    }
    states.append(State())
    return states.count - 1
  }

  /// Adds an expression after a state, and returns the state after the expression.
  private mutating func append(_ expression: ConstraintExpression, after state: Int) -> Int {
    guard !isOverLimit else { return state }
    switch expression {
    case .empty: return state
    case .scalar(let set): return append(set, after: state)
    case .sequence(let items): return items.reduce(state) { append($1, after: $0) }
    case .choice(let choices):
      let end = addState()
      for choice in choices {
        let begin = addState()
        states[state].free.append(begin)
        let last = append(choice, after: begin)
        states[last].free.append(end)
      }
      return end
    case .repetition(let item, let minimum, let maximum):
      return append(item, minimum: minimum, maximum: maximum, after: state)
    }
  }

  private mutating func append(
    _ item: ConstraintExpression,
    minimum: Int,
    maximum: Int?,
    after state: Int
  ) -> Int {
    var state = state
    for _ in 0..<minimum where !isOverLimit { state = append(item, after: state) }
    let end = addState()
    states[state].free.append(end)
    guard let maximum else {
      let begin = addState()
      states[state].free.append(begin)
      let last = append(item, after: begin)
      states[last].free += [begin, end]
      return end
    }
    for _ in minimum..<maximum where !isOverLimit {
      let begin = addState()
      states[state].free.append(begin)
      state = append(item, after: begin)
      states[state].free.append(end)
    }
    return end
  }

  private mutating func append(_ set: ScalarSet, after state: Int) -> Int {
    let end = addState()
    for row in set.byteRanges where !isOverLimit {
      var from = addState()
      states[state].free.append(from)
      for (index, bytes) in row.enumerated() {
        let target = index == row.count - 1 ? end : addState()
        states[from].step = (bytes, target)
        from = target
      }
    }
    return end
  }
}
