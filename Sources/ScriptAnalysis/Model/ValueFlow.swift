import LuaSyntax

/// Finds values of local variables that are overwritten or discarded before anything reads them.
///
/// It follows variables of one function that some assignment sets. It skips variables that an inner
/// function uses or that have `<close>`, and functions with a `goto`.
struct ValueFlow {
  /// One step of a function, in the order of execution.
  private enum Step {
    case read(Int)
    /// Sets a variable; has a node if an unread value is worth a report.
    case write(Int, LuaNode?)
    case jump(Int)
    /// Continues with the next step or with another one.
    case fork(Int)
  }

  private let script: AnalysedScript
  private var tree: LuaTree { script.tree }
  /// The bits of the followed variables by their number.
  private let bits: [Int: Int]
  private var steps: [Step] = []
  /// For each loop around the position, the jumps to the loop's end.
  private var breaks: [[Int]] = []
  /// The jumps to the end of the function.
  private var ends: [Int] = []
  private var isGivenUp = false

  /// The number of variables followed in one pass.
  private static let width = 64

  private init(_ script: AnalysedScript, bits: [Int: Int]) {
    self.script = script
    self.bits = bits
  }

  /// The unread values: names in declarations, parameters and targets.
  static func unread(in script: AnalysedScript) -> [LuaNode] {
    let variables = script.tree.scopes.variables
    var byFunction: [LuaNode: [Int]] = [:]
    for (number, variable) in variables.enumerated() {
      let uses = script.references(to: number)
      guard !variable.name.hasPrefix("_"), variable.attribute.isEmpty,
        variable.kind != .implicitSelf, uses.contains(where: \.isWrite),
        uses.contains(where: { !$0.isWrite }), uses.allSatisfy({ $0.depth == variable.depth })
      else { continue }
      let function = script.function(around: variable.declaration) ?? script.tree.root
      byFunction[function, default: []].append(number)
    }
    return byFunction.flatMap { function, numbers in
      stride(from: 0, to: numbers.count, by: width)
        .flatMap { start in
          let some = numbers[start..<min(numbers.count, start + width)]
          let bits = Dictionary(uniqueKeysWithValues: zip(some, 0...))
          var flow = ValueFlow(script, bits: bits)
          return flow.unread(in: function)
        }
    }
  }

  private mutating func unread(in function: LuaNode) -> [LuaNode] {
    if let parameters = tree.firstChild(of: function), tree.kind(of: function) == .function {
      for name in tree.children(of: parameters) { write(name, counts: true) }
      tree.child(1, of: function).map { run($0) }
    } else {
      for block in tree.children(of: function) { run(block) }
    }
    guard !isGivenUp else { return [] }
    land(ends)
    let live = live()
    return steps.indices.compactMap { place in
      guard case .write(let bit, let node?) = steps[place], live[place + 1] & (1 << bit) == 0
      else { return nil }
      return node
    }
  }

  /// The variables that are read later, before each step and after the last one.
  private func live() -> [UInt64] {
    var live = Array(repeating: 0 as UInt64, count: steps.count + 1)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for place in steps.indices.reversed() {
        let next = live[place + 1]
        let now: UInt64 =
          switch steps[place] {
          case .read(let bit): next | 1 << bit
          case .write(let bit, _): next & ~(1 << bit)
          case .jump(let target): live[target]
          case .fork(let target): next | live[target]
          }
        guard now != live[place] else { continue }
        live[place] = now
        hasChanged = true
      }
    }
    return live
  }

  // MARK: Steps

  /// Records a write to a variable, if it is followed.
  private mutating func write(_ node: LuaNode, counts: Bool) {
    guard let variable = tree.variable(of: node), let bit = bits[variable] else { return }
    steps.append(.write(bit, counts ? node : nil))
  }

  /// Records the variables that an expression reads.
  private mutating func read(_ expression: LuaNode) {
    var nodes = tree.nodes(from: expression)
    var place = nodes.next()
    while let node = place {
      if tree.kind(of: node) == .name, let variable = tree.variable(of: node),
        let bit = bits[variable]
      {
        steps.append(.read(bit))
      }
      // Inner functions use other variables.
      place = tree.kind(of: node) == .function ? nodes.skipChildren() : nodes.next()
    }
  }

  /// Adds a jump without a target, which is set later.
  private mutating func forkLater() -> Int {
    steps.append(.fork(0))
    return steps.count - 1
  }

  private mutating func jumpLater() -> Int {
    steps.append(.jump(0))
    return steps.count - 1
  }

  /// Sets the target of jumps to the next step.
  private mutating func land(_ places: [Int]) {
    for place in places {
      if case .fork = steps[place] { steps[place] = .fork(steps.count) }
      if case .jump = steps[place] { steps[place] = .jump(steps.count) }
    }
  }

  // MARK: Statements

  private mutating func run(_ block: LuaNode) {
    for node in tree.children(of: block) { runStatement(node) }
  }

  private mutating func runStatement(_ node: LuaNode) {
    switch tree.kind(of: node) {
    case .local: runLocal(node)
    case .assignment: runAssignment(node)
    case .localFunction: tree.firstChild(of: node).map { write($0, counts: false) }
    case .functionStatement:
      guard let target = tree.firstChild(of: node) else { return }
      if tree.kind(of: target) == .name { write(target, counts: false) } else { read(target) }
    case .ifStatement: runIf(node)
    case .whileStatement, .repeatStatement, .numericFor, .genericFor: runLoop(node)
    case .doStatement: for block in tree.children(of: node) { run(block) }
    case .breakStatement:
      let place = jumpLater()
      if breaks.isEmpty { isGivenUp = true } else { breaks[breaks.count - 1].append(place) }
    case .gotoStatement, .broken: isGivenUp = true
    case .returnStatement:
      read(node)
      ends.append(jumpLater())
    default: read(node)
    }
  }

  private mutating func runLocal(_ node: LuaNode) {
    let parts = Array(tree.children(of: node))
    let values = parts.last.flatMap { tree.kind(of: $0) == .expressions ? $0 : nil }
    if let values { read(values) }
    let names = parts.filter { tree.kind(of: $0) == .declaration }
    let given = values.map { Array(tree.children(of: $0)) } ?? []
    for (place, name) in names.enumerated() {
      // `local x = nil` means the same as `local x`.
      let counts = place < given.count && tree.kind(of: given[place]) != .nilLiteral
      write(name, counts: counts)
    }
  }

  private mutating func runAssignment(_ node: LuaNode) {
    let parts = Array(tree.children(of: node))
    guard parts.count == 2 else { return read(node) }
    let targets = Array(tree.children(of: parts[0]))
    for target in targets where tree.kind(of: target) != .name { read(target) }
    read(parts[1])
    let given = Array(tree.children(of: parts[1]))
    for (place, target) in targets.enumerated() where tree.kind(of: target) == .name {
      // Setting a variable to nil is a deliberate release.
      write(target, counts: place < given.count && tree.kind(of: given[place]) != .nilLiteral)
    }
  }

  private mutating func runIf(_ node: LuaNode) {
    let parts = Array(tree.children(of: node))
    var done: [Int] = []
    var place = 0
    while place + 1 < parts.count {
      read(parts[place])
      let other = forkLater()
      run(parts[place + 1])
      done.append(jumpLater())
      land([other])
      place += 2
    }
    if place < parts.count { run(parts[place]) }
    land(done)
  }

  private mutating func runLoop(_ node: LuaNode) {
    let parts = Array(tree.children(of: node))
    let isRepeat = tree.kind(of: node) == .repeatStatement
    let isFor = tree.kind(of: node) == .numericFor || tree.kind(of: node) == .genericFor
    let declared = parts.filter { tree.kind(of: $0) == .declaration }
    let rest = parts.filter { tree.kind(of: $0) != .declaration }
    if isFor { for value in rest.dropLast() { read(value) } }
    breaks.append([])
    let start = steps.count
    if isRepeat {
      if let block = rest.first { run(block) }
      if let condition = rest.last { read(condition) }
      steps.append(.fork(start))
    } else {
      if !isFor, let condition = rest.first { read(condition) }
      let isEndless = !isFor && rest.first.map { tree.kind(of: $0) == .trueLiteral } ?? false
      let exit = isEndless ? [] : [forkLater()]
      for name in declared { write(name, counts: false) }
      if let block = rest.last { run(block) }
      steps.append(.jump(start))
      land(exit)
    }
    land(breaks.removeLast())
  }
}
