import TextTools

/// Generates programs that usually parse and do unlikely things.
///
/// The programs depend only on the seed.
struct ScriptGenerator: RandomNumberGenerator {
  private var numbers: SeededGenerator
  private var depth = 0

  init(seed: UInt64) {
    numbers = SeededGenerator(seed: seed)
  }

  mutating func next() -> UInt64 { numbers.next() }

  /// Generates the statements of a program with the arguments `a`, `b` and `c`.
  ///
  /// Most of them are in a function of their own that may fail, so that an error does not end the
  /// program.
  mutating func statements() -> [String] {
    depth = 1
    return (0..<Int.random(in: 2...9, using: &self))
      .map { _ in
        let statement = statement()
        let isProtected = Int.random(in: 0..<10, using: &self) < 7
        return isProtected ? "pcall(function(...) \(statement) end, ...)" : statement
      }
  }

  private mutating func block(statements: ClosedRange<Int>) -> String {
    depth += 1
    defer { depth -= 1 }
    let count = depth > 5 ? 1 : Int.random(in: statements, using: &self)
    return (0..<count).map { _ in statement() }.joined(separator: " ")
  }

  private mutating func statement() -> String {
    if depth > 5 { return "\(name()) = \(value(0))" }
    switch Int.random(in: 0..<26, using: &self) {
    case 0: return "local \(name())\(attribute()) = \(expression())"
    case 1: return "\(name()), \(name()) = \(expression()), \(expression())"
    case 2:
      return
        "if \(expression()) then \(block(statements: 1...3)) else \(block(statements: 0...2)) end"
    case 3: return "for i = \(number()), \(number()) do \(block(statements: 1...3)) end"
    case 4:
      return
        "for k, v in \(pick(["pairs", "ipairs", "next,", ""]))(\(expression())) do \(block(statements: 1...3)) end"
    case 5:
      return "while \(expression()) do \(block(statements: 1...3)) \(pick(["break", "", ""])) end"
    case 6: return "repeat \(block(statements: 1...2)) until \(expression())"
    case 7:
      return
        "local function \(name())(\(pick(["", "a", "a, b", "...", "a, ..."]))) \(block(statements: 1...3)) return \(expression()) end"
    case 8:
      return
        "do local \(name()) <close> = \(pick(["nil", "make()", "false", expression()])) \(block(statements: 1...2)) end"
    case 9: return "\(name()).\(field()) = \(expression())"
    case 10: return "\(name())[\(expression())] = \(expression())"
    case 11:
      return
        "setmetatable(\(pick(["{}", name()])), { \(field()) = \(expression()), \(pick(Self.events)) = \(function()) })"
    case 12: return "do goto done ::done:: end"
    case 13...17: return scene()
    default: return "local \(name()) = \(call())"
    }
  }

  /// A construct that causes problems in many programs, with unlikely contents.
  private mutating func scene() -> String {
    let body = block(statements: 0...2)
    let inside = pick(Self.places).replacing("BODY", with: body)
    return inside.replacing("VALUE", with: expression()).replacing("EVENT", with: pick(Self.events))
      .replacing("NUMBER", with: number()).replacing("SIZE", with: pick(Self.sizes))
      .replacing("NAME", with: name())
  }

  private mutating func expression() -> String {
    depth += 1
    defer { depth -= 1 }
    if depth > 7 { return value(0) }
    switch Int.random(in: 0..<10, using: &self) {
    case 0...2: return value(2)
    case 3, 4: return call()
    case 5: return "(\(expression()) \(pick(Self.operators)) \(expression()))"
    case 6: return "(\(pick(["not ", "-", "#", "~"]))\(expression()))"
    case 7:
      return
        "{ \(expression()), \(field()) = \(expression()), [\(value(0))] = \(expression()), \(call()) }"
    case 8: return function()
    default: return "\(name()).\(field())"
    }
  }

  private mutating func call() -> String {
    if Int.random(in: 0..<8, using: &self) == 0 { return search() }
    let arguments = (0..<Int.random(in: 0...4, using: &self)).map { _ in expression() }
    return "\(pick(Self.functions))(\(arguments.joined(separator: ", ")))"
  }

  /// A search for a pattern of a few items, each with a quantifier, in a text that may be long.
  private mutating func search() -> String {
    let text = "(\(pick(Self.subjects))):rep(\(pick(Self.sizes)))"
    let pattern = (0..<Int.random(in: 1...9, using: &self))
      .map { _ in
        let item = "'\(pick(Self.items))\(pick(["", "*", "+", "-", "?"]))'"
        return pick([item, item, "(\(item)):rep(\(pick(["2", "5", "12", "30"])))"])
      }
    let begin = pick(["''", "''", "'^'"])
    let name = pick(["find", "match", "gmatch", "gsub"])
    return "string.\(name)(\(text), \(begin) .. \(pattern.joined(separator: " .. ")), \(value(0)))"
  }

  private mutating func function() -> String {
    "function(\(pick(["", "a", "a, b", "..."]))) \(block(statements: 0...2)) return \(expression()) end"
  }

  private mutating func value(_ more: Int) -> String {
    switch Int.random(in: 0..<(5 + more), using: &self) {
    case 0: name()
    case 1: number()
    case 2: pick(Self.texts)
    case 3: pick(["nil", "true", "false"])
    case 4: pick(Self.functions)
    case 5: "..."
    default: "{}"
    }
  }

  private mutating func name() -> String {
    pick(["a", "b", "c", "d", "e", "_ENV", "string", "_G"])
  }

  private mutating func field() -> String { pick(["x", "y", "rep", "__index", "n", "code"]) }

  private mutating func number() -> String { pick(Self.numbers) }

  private mutating func attribute() -> String { pick(["", "", "", " <const>", " <close>"]) }

  private mutating func pick(_ parts: [String]) -> String {
    parts.randomElement(using: &self) ?? ""
  }
}
