import LuaRuntime
import TestSupport
import Testing
import TextTools

@testable import LuaSyntax

/// Any bytes can be parsed and printed back, with the same errors as in Lua.
@Suite struct LuaTreeTests {
  /// Lua's error, or `nil` if Lua accepts the text.
  private static func luaError(_ text: [UInt8]) throws -> LuaError? {
    let state = try LuaState()
    let environment = try state.makeEnvironment()
    do throws(LuaError) {
      _ = try state.load(text, name: "a.lua", environment: environment, countsLines: false)
      return nil
    } catch {
      return error
    }
  }

  private static func check(_ text: [UInt8], _ label: String) throws {
    let tree = LuaTree(text)
    #expect(tree.printed == text, "\(label)")
    let error = try luaError(text)
    let ours = tree.problems.first.map(tree.message)
    // Only Lua has these limits for a function.
    if let error, error.message.contains("overflow") || error.message.contains("too many") {
      return
    }
    #expect(
      (error == nil) == (ours == nil),
      "\(label): Lua says \(error?.message ?? "nothing"), the tree \(ours ?? "nothing")"
    )
  }

  @Test func `every script of this repository round-trips and parses as in Lua`() throws {
    #expect(RepositoryScripts.all.count > 100)
    for (path, text) in RepositoryScripts.all { try Self.check(text, path) }
  }

  private static let pieces = [
    "end", "do", "then", "if", "else", "elseif", "local", "function", "return", "goto", "::", "x",
    "=", "==", "~=", "(", ")", "{", "}", "[", "]", "[[", "]]", "\"", "'", "\\", "\n", "\r", "--",
    "--[[", "<const>", "<close>", "...", "..", ".", ":", ";", ",", "1", "0x", "1e", "3.5", "nil",
    "not", "and", "#", "-", "~", "//", "break", "until", "repeat", "while", "for", "in", "\u{201C}",
    "!=", "x.y", "f()", "\"\\d\"", "\0", "[==[", "0xA.8p1", "\\u{7FFFFFFF}", "::x::", "goto x",
  ]

  /// More levels than the parser accepts.
  @Test(arguments: [
    "\0", "\0\0 ", "'\\q' ", "0x ", "end ", "goto x ", "break ", "x x ", "f( ", "if ",
    "'\\q\\q\\q\\q' ",
    "::a:: ", "local function ", "= ", "return return ", "do ) end ", "[= ", "a.1 ",
  ])
  func `parsing stops after a hundred errors, and the tree contains the whole text`(piece: String) {
    let text = Array(String(repeating: piece, count: 5_000).utf8)
    let tree = LuaTree(text)
    #expect(tree.problems.count <= 100 && !tree.problems.isEmpty, "\(tree.problems.count)")
    #expect(tree.printed == text)
    #expect(tree.tokens.last?.kind == .end)
  }

  @Test func `text after a hundred errors creates no tokens and no nodes`() {
    let tree = LuaTree(Array(String(repeating: "\0", count: 1 << 20).utf8))
    #expect(tree.problems.count == 100)
    #expect(tree.tokens.count == 101)
    let statements = LuaTree(Array((String(repeating: "local 1\n", count: 100_000)).utf8))
    #expect(statements.problems.count == 100)
    #expect(Array(statements.nodes(from: statements.root)).count < 1_000)
  }

  @Test func `a text over the size limit has one error`() {
    let tree = LuaTree(Array("local a = 1".utf8), limit: 10)
    #expect(tree.problems.map(\.reason) == [.tooLarge(limit: 10)])
    #expect(
      tree.problems.map(tree.message) == ["too large to check: 11 bytes, at most 10 are allowed"]
    )
    #expect(tree.tokens.count == 1 && tree.text.count == 11)
    #expect(LuaTree(Array("local a = 1".utf8), limit: 11).problems.isEmpty)
  }

  private static let deep = Array(String(repeating: "f{function(a)if x then(", count: 12).utf8)

  /// Part of a script with random insertions, deletions and replacements.
  static func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
    let whole = RepositoryScripts.all.randomElement(using: &generator)?.text ?? []
    let start = Int.random(in: 0...whole.count, using: &generator)
    var text =
      Bool.random(using: &generator) ? Array(whole.prefix(800)) : Array(whole[start...].prefix(200))
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let at = Int.random(in: 0...text.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 3: text.insert(contentsOf: deep, at: at)
      case 0:
        text.insert(contentsOf: (Self.pieces.randomElement(using: &generator) ?? "").utf8, at: at)
      case 1:
        text.removeSubrange(at..<min(text.count, at + Int.random(in: 0...8, using: &generator)))
      default: if at < text.count { text[at] = UInt8.random(in: 0...255, using: &generator) }
      }
    }
    return text
  }

  @Test func `a mutated script round-trips and parses as in Lua`() throws {
    var generator = SeededGenerator(seed: 21)
    for round in 0..<TestScale.comparedScripts {
      let text = Self.mutated(&generator)
      try Self.check(text, "round \(round): \(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func `parsing a mutated script ends`() {
    let seed = TestScale.seed
    print("mutated scripts: MOONROUTE_SEED=\(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<TestScale.mutatedScripts {
      let text = Self.mutated(&generator)
      let tree = LuaTree(text)
      #expect(tree.printed == text, "MOONROUTE_SEED=\(seed)")
      for problem in tree.problems { _ = tree.message(of: problem) + tree.hint(for: problem) }
    }
  }

  @Test(arguments: [
    ("1" + String(repeating: "+1", count: 2 * TestScale.textLevels), false),
    (String(repeating: "(", count: 2 * TestScale.textLevels), true),
    ("x = " + String(repeating: "{", count: 2 * TestScale.textLevels), true),
    (String(repeating: "x = function() ", count: TestScale.textLevels), true),
    ("f" + String(repeating: "()", count: 2 * TestScale.textLevels), false),
    ("x = f" + String(repeating: ".a", count: 2 * TestScale.textLevels), false),
    ("x = " + String(repeating: "not ", count: 2 * TestScale.textLevels) + "1", true),
    (String(repeating: "do ", count: 2 * TestScale.textLevels), true),
    (String(repeating: "do ", count: 100) + "f()) x = }", true),
    (String(repeating: "f{function(a)if x then(", count: 40), true),
    (
      "if x then " + String(repeating: "elseif x then ", count: TestScale.textLevels) + "end", false
    ),
  ])
  func `a text of any depth gives a tree`(text: String, isBroken: Bool) {
    let tree = LuaTree(Array((text.hasPrefix("1") ? "x = " + text : text).utf8))
    #expect(tree.problems.isEmpty != isBroken)
    #expect(tree.printed == tree.text)
  }

  struct Nest: CustomTestStringConvertible {
    let opening: String
    let closing: String
    /// The outer text, where `@` is the place of the nested part, and the inner text.
    var around = "x = @"
    var inside = "inner"
    /// The maximum nesting: a statement and an expression count as one level each.
    var limit = 61
    var testDescription: String { opening }

    func text(_ count: Int) -> String {
      let opening = String(repeating: opening, count: count)
      let nest = opening + inside + String(repeating: closing, count: count)
      return "local inner = 1\n" + around.replacing("@", with: nest) + "\nlocal last = y"
    }
  }

  @Test(arguments: [
    Nest(opening: "(", closing: ")"), Nest(opening: "{", closing: "}"),
    Nest(opening: "{ a = ", closing: "}"), Nest(opening: "f(", closing: ")"),
    Nest(opening: "not ", closing: ""), Nest(opening: "a .. ", closing: ""),
    Nest(opening: "function() return ", closing: " end", limit: 30),
    Nest(opening: "f(function() x = ", closing: " end)", around: "@", limit: 20),
    Nest(opening: "do ", closing: " end", around: "@", inside: "x = inner"),
    Nest(opening: "if x then ", closing: " end", around: "@", inside: "x = inner"),
    Nest(opening: "if x then else ", closing: " end", around: "@", inside: "x = inner"),
    Nest(opening: "while x do ", closing: " end", around: "@", inside: "x = inner"),
    Nest(opening: "repeat ", closing: " until x", around: "@", inside: "x = inner"),
  ])
  func `63 levels are parsed, deeper nesting is skipped, and parsing continues after it`(nest: Nest)
  {
    for count in [1, nest.limit, nest.limit + 1, 90, 300] {
      let tree = LuaTree(Array(nest.text(count).utf8))
      #expect(tree.printed == tree.text)
      #expect(tree.problems.isEmpty == (count <= nest.limit), "\(count)")
      #expect(tree.problems.allSatisfy { $0.reason == .tooDeep }, "\(count)")
      // The skipped parts count as uses of outer variables.
      let names = tree.scopes.references.map { tree.name(of: $0.node) }
      #expect(names.contains("inner") && names.contains("y"))
      #expect(tree.scopes.variables.map(\.name).contains("last"))
    }
  }

  @Test func `nodes are inside their parents, one after the other`() {
    var generator = SeededGenerator(seed: 23)
    for _ in 0..<TestScale.walkedScripts {
      let tree = LuaTree(Self.mutated(&generator))
      for node in tree.nodes(from: tree.root) {
        var end = tree.tokenRange(of: node).lowerBound
        for child in tree.children(of: node) {
          let range = tree.tokenRange(of: child)
          #expect(range.lowerBound >= end && tree.parent(of: child) == node)
          end = range.upperBound
        }
        #expect(end <= tree.tokenRange(of: node).upperBound)
      }
    }
  }

  @Test(
    arguments: [
      (1, 1...1), (2, 2...7), (4, 4...6), (5, 5...5), (7, nil), (8, 8...9), (10, nil), (99, nil),
      (0, nil),
    ] as [(Int, ClosedRange<Int>?)]
  )
  func `the longest node that starts on a line determines its end`(
    line: Int,
    expected: ClosedRange<Int>?
  ) {
    let text = """
      local a = 1
      router.route {
        name = "home",
        view = function()
          return screen { "Home" }
        end,
      }
      if a then b(
        c) end
      """
    #expect(LuaTree(Array(text.utf8)).lines(beginningOn: line) == expected)
  }
}
