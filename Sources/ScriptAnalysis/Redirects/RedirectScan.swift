/// Reads the words of a script from first to last, and notes what goes where a link says.
struct RedirectScan {
  enum Meaning {
    /// The parameter of a function, such as the state.
    case parameter
    /// A table of the link's texts, such as `state.query`.
    case table
    /// Text of the link, first named at a place.
    case text(Int)
  }

  /// A piece of the script that ends with `end` or `until`.
  private struct Block {
    var isFunction = false
    var isDecision = false
    /// The number of brackets around it.
    var bracketCount = 0
    var names: [String: Meaning?] = [:]
    /// The texts that have passed `router.own`.
    var passed: Set<String> = []
  }

  /// The places of the link's texts that decide.
  private(set) var findings: [Int] = []

  let tokens: ScriptTokens
  private let decisions: Set<String>
  private var noted: Set<Int> = []
  private var blocks = [Block()]
  private var brackets: [Int] = []

  /// The calls that go to a location.
  private static let opening: Set<String> = [
    "ask", "build", "fetch", "go", "open", "present", "push", "replace", "reset",
  ]

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - tokens: Its words.
  ///   - decisions: The names of functions that are registered as decisions somewhere.
  init(_ tokens: ScriptTokens, decisions: Set<String>) {
    self.tokens = tokens
    self.decisions = decisions
    var at = 0
    while at < tokens.count { at = read(at) }
  }

  /// Reads what begins at a word, and answers where to go on.
  private mutating func read(_ at: Int) -> Int {
    switch tokens[at] {
    case "(", "{", "[": brackets.append(at)
    case ")", "}", "]": _ = brackets.popLast()
    case "if", "do", "repeat": blocks.append(Block(bracketCount: brackets.count))
    case "end", "until": if blocks.count > 1 { blocks.removeLast() }
    case "function": return beginFunction(at)
    case "return":
      let function = blocks.last { $0.isFunction }
      if function?.isDecision == true { note(value(at + 1).meaning) }
    case "local" where tokens[at + 1] != "function": return declare(at + 1)
    case "=" where isAssignment(at): set(tokens[at - 1], to: value(at + 1).meaning)
    case "router" where tokens[at + 1] == "." && tokens[at - 1] != ".": call(at + 2)
    default: break
    }
    return at + 1
  }

  /// Reads the head of a function.
  private mutating func beginFunction(_ start: Int) -> Int {
    var at = start + 1
    var name = tokens[start - 1] == "=" ? tokens[start - 2] : ""
    while at < tokens.count, tokens[at] != "(" {
      name = tokens[at]
      at += 1
    }
    var block = Block(isFunction: true, bracketCount: brackets.count)
    block.isDecision = decisions.contains(name) || isDecisionPlace(start)
    let end = tokens.closing(at)
    for place in at..<max(at, end) where tokens.isName(place) {
      block.names[tokens[place]] = .some(.parameter)
    }
    blocks.append(block)
    return end + 1
  }

  /// Whether a function that begins here is registered as a decision.
  private func isDecisionPlace(_ at: Int) -> Bool {
    if tokens[at - 1] == "=" { return tokens[at - 2] == "redirect" }
    guard let bracket = innermostBracket else { return false }
    if tokens[bracket] == "{" {
      return tokens[bracket - 1] == "=" && tokens[bracket - 2] == "redirect"
    }
    return tokens.isDecisionCall(bracket - 1)
  }

  /// The bracket around a word that was opened in the same block.
  private var innermostBracket: Int? {
    brackets.count > (blocks.last?.bracketCount ?? 0) ? brackets.last : nil
  }

  /// Whether a `=` sets a variable, and not a field.
  private func isAssignment(_ at: Int) -> Bool {
    innermostBracket == nil && tokens.isName(at - 1) && ![".", ":", ","].contains(tokens[at - 2])
  }

  /// Reads `local a, b = x, y` up to the first value.
  private mutating func declare(_ start: Int) -> Int {
    var names: [String] = []
    var at = start
    while tokens.isName(at) {
      names.append(tokens[at])
      at += tokens[at + 1] == "<" ? 4 : 1
      guard tokens[at] == "," else { break }
      at += 1
    }
    let first = at + 1
    var meanings: [Meaning?] = []
    if tokens[at] == "=" {
      at = first
      for _ in names {
        let (meaning, end) = value(at)
        meanings.append(meaning)
        guard tokens[end] == "," else { break }
        at = end + 1
      }
    }
    for (number, name) in names.enumerated() {
      blocks[blocks.count - 1].names[name] =
        .some(meanings.indices.contains(number) ? meanings[number] : nil)
    }
    return first
  }

  /// Sets a variable where it is declared.
  private mutating func set(_ name: String, to meaning: Meaning?) {
    let place = blocks.lastIndex { $0.names[name] != nil } ?? 0
    blocks[place].names[name] = .some(meaning)
  }

  /// Reads the argument of a call of the router's.
  private mutating func call(_ at: Int) {
    let opens = tokens[at + 1] == "("
    switch tokens[at] {
    case "own":
      guard opens, tokens.isName(at + 2) else { return }
      blocks[blocks.count - 1].passed.insert(tokens.path(from: at + 2))
      // A check in a condition holds behind it as well.
      if blocks.count > 1 { blocks[blocks.count - 2].passed.insert(tokens.path(from: at + 2)) }
    case "rewrite": note(rewritten(at + 1))
    case let word where opens && Self.opening.contains(word): note(value(at + 2).meaning)
    default: break
    }
  }

  /// The value of `location` in `router.rewrite { location = … }`.
  private func rewritten(_ bracket: Int) -> Meaning? {
    let start = tokens[bracket] == "(" ? bracket + 1 : bracket
    guard tokens[start] == "{" else { return nil }
    var at = start + 1
    while at < tokens.closing(start) {
      if tokens[at] == "location", tokens[at + 1] == "=" { return value(at + 2).meaning }
      at = tokens.closing(at) + 1
    }
    return nil
  }

  private mutating func note(_ meaning: Meaning?) {
    if case .text(let place) = meaning, noted.insert(place).inserted { findings.append(place) }
  }

  func meaning(of name: String) -> Meaning? {
    for block in blocks.reversed() {
      if let known = block.names[name] { return known }
    }
    return nil
  }

  /// Whether a text has passed `router.own`.
  func hasPassed(_ path: String) -> Bool { blocks.contains { $0.passed.contains(path) } }
}
