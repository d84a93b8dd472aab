/// A pattern of an Apple file: text, `*`, `?` and variables.
struct ApplePattern: Sendable {
  indirect enum Token: Sendable, Equatable {
    case scalar(Unicode.Scalar)
    /// Any single character: `?`.
    case one
    /// Any text, also none: `*`.
    case many
    /// One character of a predefined variable, such as `$(digit)`.
    case kind(CharacterKind)
    /// One of several texts.
    case choice([[Token]])
  }

  let tokens: [Token]

  /// The bytes before the first wildcard or variable.
  let prefix: [UInt8]

  /// Whether the pattern has only text.
  let isLiteral: Bool

  private let matcher: Matcher

  private enum Matcher: Sendable {
    case glob(GlobBytes)
    case program(PatternProgram)
  }

  /// The pattern, folded to lower case if it ignores case.
  init(_ text: String, _ variables: SubstitutionVariables, isCaseSensitive: Bool) {
    let tokens = variables.tokens(of: isCaseSensitive ? text : text.lowercased(), isCaseSensitive)
    self.tokens = tokens
    let literal = tokens.prefix { if case .scalar = $0 { true } else { false } }
    var view = String.UnicodeScalarView()
    for case .scalar(let scalar) in literal { view.append(scalar) }
    prefix = Array(String(view).utf8)
    isLiteral = literal.count == tokens.count
    matcher = GlobBytes(tokens).map(Matcher.glob) ?? .program(PatternProgram(tokens))
  }

  /// Whether the whole text matches; a text is folded if the pattern ignores case.
  func matches(_ text: [UInt8]) -> Bool {
    switch matcher {
    case .glob(let glob): glob.matches(text)
    case .program(let program): program.matches(text)
    }
  }

  /// The number of `*`, also in variables.
  var starCount: Int { Self.starCount(of: tokens) }

  private static func starCount(of tokens: [Token]) -> Int {
    tokens.reduce(0) { count, token in
      switch token {
      case .many: count + 1
      case .choice(let texts): count + (texts.map(starCount).max() ?? 0)
      default: count
      }
    }
  }

  /// A text that matches the pattern.
  func example(_ text: String) -> String { Self.example(of: tokens, text) }

  private static func example(of tokens: [Token], _ text: String) -> String {
    var result = ""
    for (index, token) in tokens.enumerated() {
      switch token {
      case .scalar(let scalar): result.unicodeScalars.append(scalar)
      case .one where index + 1 < tokens.count && tokens[index + 1] == .many: break
      case .one: result += text.prefix(1)
      case .many: result += text
      case .kind(let kind): result += kind.example
      case .choice(let texts): result += texts.first.map { example(of: $0, text) } ?? ""
      }
    }
    return result
  }
}

/// A predefined variable that matches one character.
enum CharacterKind: String, Sendable, CaseIterable {
  case alpha, upper, lower, alnum, digit, xdigit

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isASCII else { return false }
    let character = Character(scalar)
    return switch self {
    case .alpha: character.isLetter
    case .upper: character.isUppercase
    case .lower: character.isLowercase
    case .alnum: character.isLetter || character.isNumber
    case .digit: character.isNumber
    case .xdigit: character.isHexDigit
    }
  }

  var example: String {
    switch self {
    case .upper: "A"
    case .digit: "1"
    default: "a"
    }
  }
}

/// A pattern without variables, as bytes.
///
/// The search remembers only the last `*`, which suffices: it takes O(*n* · *m*).
struct GlobBytes: Sendable {
  private enum Step: Sendable, Equatable {
    case byte(UInt8)
    case one
    case many
  }

  private let steps: [Step]

  /// The number of bytes at the end that are text.
  private let suffix: [UInt8]

  init?(_ tokens: [ApplePattern.Token]) {
    var steps: [Step] = []
    for token in tokens {
      switch token {
      case .scalar(let scalar): steps += String(scalar).utf8.map(Step.byte)
      case .one: steps.append(.one)
      case .many: if steps.last != .many { steps.append(.many) }
      case .kind, .choice: return nil
      }
    }
    self.steps = steps
    let last = steps.lastIndex { if case .byte = $0 { false } else { true } }
    suffix = steps[(last.map { $0 + 1 } ?? 0)...]
      .compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
  }

  func matches(_ text: [UInt8]) -> Bool {
    guard text.count >= suffix.count, text.suffix(suffix.count).elementsEqual(suffix) else {
      return false
    }
    var (step, place) = (0, 0)
    var again: (step: Int, place: Int)?
    while place < text.count {
      if step < steps.count {
        switch steps[step] {
        case .many:
          step += 1
          again = (step, place)
          continue
        case .one:
          place = text.nextScalar(after: place)
          step += 1
          continue
        case .byte(let byte) where byte == text[place]:
          place += 1
          step += 1
          continue
        case .byte: break
        }
      }
      guard let (first, start) = again else { return false }
      place = text.nextScalar(after: start)
      step = first
      again = (first, place)
    }
    while step < steps.count, steps[step] == .many { step += 1 }
    return step == steps.count
  }
}

extension [UInt8] {
  /// The offset of the next character in UTF-8.
  func nextScalar(after place: Int) -> Int {
    var next = place + 1
    while next < count, self[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }
}

/// A pattern with variables, as a nondeterministic automaton: it takes O(*n* · *m*).
struct PatternProgram: Sendable {
  private enum Step: Sendable {
    case scalar(Unicode.Scalar)
    case any
    case kind(CharacterKind)
    case jump([Int])
    case end
  }

  private var steps: [Step] = []

  init(_ tokens: [ApplePattern.Token]) {
    append(tokens)
    steps.append(.end)
  }

  private mutating func append(_ tokens: [ApplePattern.Token]) {
    for token in tokens {
      switch token {
      case .scalar(let scalar): steps.append(.scalar(scalar))
      case .one: steps.append(.any)
      case .kind(let kind): steps.append(.kind(kind))
      case .many:
        let start = steps.count
        steps += [.jump([start + 1, start + 3]), .any, .jump([start])]
      case .choice(let texts):
        let start = steps.count
        steps.append(.end)
        var starts: [Int] = []
        var ends: [Int] = []
        for text in texts {
          starts.append(steps.count)
          append(text)
          ends.append(steps.count)
          steps.append(.end)
        }
        steps[start] = .jump(starts)
        for end in ends { steps[end] = .jump([steps.count]) }
      }
    }
  }

  func matches(_ text: [UInt8]) -> Bool {
    var marks = [Int](repeating: -1, count: steps.count)
    var active: [Int] = []
    reach(0, round: 0, &active, &marks)
    var round = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      round += 1
      var next: [Int] = []
      for step in active {
        let fits =
          switch steps[step] {
          case .scalar(let wanted): wanted == scalar
          case .any: true
          case .kind(let kind): kind.contains(scalar)
          case .jump, .end: false
          }
        if fits { reach(step + 1, round: round, &next, &marks) }
      }
      guard !next.isEmpty else { return false }
      active = next
    }
    return active.contains { if case .end = steps[$0] { true } else { false } }
  }

  /// Adds a step and the steps that it jumps to.
  private func reach(_ step: Int, round: Int, _ active: inout [Int], _ marks: inout [Int]) {
    var open = [step]
    while let step = open.popLast() {
      guard marks[step] < round else { continue }
      marks[step] = round
      if case .jump(let targets) = steps[step] { open += targets } else { active.append(step) }
    }
  }
}
