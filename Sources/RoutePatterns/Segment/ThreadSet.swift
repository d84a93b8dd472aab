/// All ways to read the segment up to now: their states, and the ends of their parameters.
struct ThreadSet {
  let states: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  private(set) var hasWinner = false
  /// The index of each state in `states` plus one, or 0 if the state is empty.
  private let places: UnsafeMutablePointer<UInt32>
  private let allEnds: UnsafeMutablePointer<UInt32>
  private let parameterCount: Int
  private let stateCount: Int

  static func size(stateCount: Int, parameterCount: Int) -> Int {
    stateCount * (2 + parameterCount) + parameterCount
  }

  init(_ memory: UnsafeMutablePointer<UInt32>, stateCount: Int, _ parameterCount: Int) {
    states = memory
    places = memory + stateCount
    allEnds = memory + 2 * stateCount
    self.parameterCount = parameterCount
    self.stateCount = stateCount
  }

  func ends(of state: Int) -> UnsafeMutablePointer<UInt32> { allEnds + state * parameterCount }

  /// The parameter ends of the thread that read the whole segment.
  var winner: UnsafeMutablePointer<UInt32> { allEnds + stateCount * parameterCount }

  mutating func clear() {
    for index in 0..<count { places[Int(states[index])] = 0 }
    count = 0
    hasWinner = false
  }

  /// Adds a thread to a state, unless a thread with shorter parameters is already there.
  mutating func add(_ state: Int, _ ends: UnsafePointer<UInt32>) {
    if places[state] == 0 {
      states[count] = UInt32(state)
      count += 1
      places[state] = UInt32(count)
    } else if !isShorter(ends, than: self.ends(of: state)) {
      return
    }
    self.ends(of: state).update(from: ends, count: parameterCount)
  }

  mutating func finish(_ ends: UnsafePointer<UInt32>) {
    guard !hasWinner || isShorter(ends, than: winner) else { return }
    hasWinner = true
    winner.update(from: ends, count: parameterCount)
  }

  /// Whether parameters end earlier than others, from the left.
  private func isShorter(
    _ left: UnsafePointer<UInt32>,
    than right: UnsafePointer<UInt32>
  ) -> Bool {
    for index in 0..<parameterCount where left[index] != right[index] {
      return left[index] < right[index]
    }
    return false
  }
}
