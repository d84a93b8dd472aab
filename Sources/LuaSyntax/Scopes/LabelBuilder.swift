/// Resolves labels and `goto` during parsing, in linear time.
struct LabelBuilder {
  private struct Label {
    let name: String
    let line: Int
    var activeCount: Int
  }

  private struct Jump {
    let name: String
    let token: LuaToken
    /// The number of visible variables in the block that encloses it now.
    var activeCount: Int
    var hasLabel = false
  }

  private struct Block {
    let labelCount: Int
    let jumpCount: Int
    let activeCount: Int
    let isFunction: Bool
    let isLoop: Bool
  }

  private var labels: [Label] = []
  /// The labels with a name, one for each enclosing function.
  private var labelPlaces: [String: [Int]] = [:]
  private var jumps: [Jump] = []
  private var jumpPlaces: [String: [Int]] = [:]
  private var blocks: [Block] = []
  private(set) var problems: [LuaSyntaxProblem] = []

  mutating func beginBlock(activeCount: Int, isFunction: Bool = false, isLoop: Bool = false) {
    blocks.append(
      Block(
        labelCount: labels.count,
        jumpCount: jumps.count,
        activeCount: activeCount,
        isFunction: isFunction,
        isLoop: isLoop
      )
    )
  }

  mutating func endBlock() {
    guard let block = blocks.popLast() else { return }
    while labels.count > block.labelCount {
      if let label = labels.popLast() { _ = labelPlaces[label.name]?.popLast() }
    }
    if block.isFunction {
      for jump in jumps[block.jumpCount...] where !jump.hasLabel {
        report(.missingLabel(jump.name), at: jump.token)
        _ = jumpPlaces[jump.name]?.popLast()
      }
      jumps.removeLast(jumps.count - block.jumpCount)
    } else {
      for place in block.jumpCount..<jumps.count { jumps[place].activeCount = block.activeCount }
    }
  }

  mutating func leaveLoop(_ token: LuaToken) {
    for block in blocks.reversed() {
      if block.isLoop { return }
      if block.isFunction { break }
    }
    report(.breakOutsideLoop, at: token)
  }

  mutating func jump(to name: String, _ token: LuaToken, activeCount: Int) {
    guard visible(name) == nil else { return }
    jumpPlaces[name, default: []].append(jumps.count)
    jumps.append(Jump(name: name, token: token, activeCount: activeCount))
  }

  /// `isLast` says that no statement follows, so the variables of the block are out of scope.
  mutating func add(
    _ name: String,
    _ token: LuaToken,
    activeCount active: Int,
    isLast: Bool,
    variable: (Int) -> String
  ) {
    if let label = visible(name) {
      report(.duplicateLabel(name, line: label.line), at: token)
      return
    }
    let count = isLast ? blocks.last?.activeCount ?? 0 : active
    labelPlaces[name, default: []].append(labels.count)
    labels.append(Label(name: name, line: token.line, activeCount: count))
    let from = blocks.last?.jumpCount ?? 0
    var places: [Int] = []
    while let place = jumpPlaces[name]?.last, place >= from {
      _ = jumpPlaces[name]?.popLast()
      places.append(place)
    }
    for place in places.reversed() {
      let jump = jumps[place]
      jumps[place].hasLabel = true
      guard jump.activeCount < count else { continue }
      report(.jumpIntoScope(label: name, variable: variable(jump.activeCount)), at: jump.token)
    }
  }

  private func visible(_ name: String) -> Label? {
    let start = blocks.last { $0.isFunction }?.labelCount ?? 0
    return labelPlaces[name]?.last.flatMap { $0 < start ? nil : labels[$0] }
  }

  private mutating func report(_ reason: LuaSyntaxProblem.Reason, at token: LuaToken) {
    problems.append(LuaSyntaxProblem(reason, start: token.start, end: token.end))
  }
}
