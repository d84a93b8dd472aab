import LuaSyntax
package import Moonroute
package import ScriptHost
import TextTools

/// The text of a journey, a spec written step by step with the functions that every spec has.
package struct JourneyText: Sendable {
  /// The maximum number of names that Lua texts may declare; a Lua function can have up to 200.
  package static let nameLimit = 150

  /// Runs all work that is due now.
  private static let settling = "clock.advance(0)"

  /// The names that the lines of a journey use themselves.
  private static let ownNames: Set = [
    "app", "assert", "clock", "ended", "events", "resources", "router", "session", "spawn", "stage",
  ]

  private var lines: [String] = []
  /// The names that earlier Lua texts declared for later ones.
  private var names: Set<String> = []
  private var lateCount = 0

  package init() {}

  package func spec(named name: String) -> String {
    var body = lines
    if lateCount > 0 { body.insert("local ended = {}", at: 0) }
    return """
      describe(\("journey: \(name)".quotedAsLua), function()
        before_each(app.reset)
        it("goes all the way", function()
      \(body.map { "    \($0)\n" }.joined())  end)
      end)

      """
  }

  // MARK: Steps

  package mutating func add(_ statement: String) { lines.append(statement) }

  /// Adds a comment about an act that is not a step, with the reason.
  package mutating func addComment(_ act: String, _ reason: String) {
    lines.append("-- \(act.printable): \(reason.printable)")
  }

  package mutating func addOpen(_ call: String, _ outcome: Outcome) {
    lines.append(OutcomeAssertion.line(call, outcome))
  }

  /// Adds a call that returns whether it succeeded and, if not, the reason.
  package mutating func addMove(_ call: String, refusal: String?) {
    if let refusal {
      lines.append("assert.same({ false, \(refusal.quotedAsLua) }, { \(call) })")
    } else {
      lines.append("assert.is_true((\(call)))")
    }
  }

  /// Adds a pending act without waiting for it, and returns the expression for its later outcome.
  package mutating func addLate(_ call: String, isOpen: Bool) -> String {
    lateCount += 1
    let end = "ended[\(lateCount)]"
    lines.append("spawn(function() \(isOpen ? "\(end) = \(call)" : call) end)")
    lines.append(Self.settling)
    return end
  }

  /// Adds a line that runs all due work, unless the last line already does.
  package mutating func settle() {
    if lines.last != Self.settling { lines.append(Self.settling) }
  }

  /// Adds an assertion about the top screen: its name, or the name of its view.
  package mutating func addTop(_ name: String?) {
    lines.append(name.map { "assert.top(\($0.quotedAsLua))" } ?? "assert.is_nil(stage.top())")
  }

  /// Declares the names of a Lua text, each available from its declaration on, as at the prompt;
  /// returns the reason why a journey cannot contain the text, or `nil`.
  package mutating func declare(_ text: PromptText) -> String? {
    let isHarmful = text.source.unicodeScalars.contains { scalar in
      scalar.isHarmful && scalar != "\n" && scalar != "\r" && scalar != "\t"
    }
    if isHarmful { return "it holds marks that an editor would not show" }
    var new: [String] = []
    for name in text.names where !names.contains(name) && !new.contains(name) {
      if Self.ownNames.contains(name) { return "a journey needs '\(name)' itself" }
      new.append(name)
    }
    guard names.count + new.count <= Self.nameLimit else {
      return "a journey has at most \(Self.nameLimit) local names"
    }
    if !new.isEmpty { lines.append("local \(new.joined(separator: ", "))") }
    names.formUnion(new)
    return nil
  }
}

extension PromptText {
  /// The text as a spec statement; a trailing comment ends its line.
  package var statement: String {
    let text = isExpression ? expression : source.trimmedOfSpaces
    // Lua would read an initial parenthesis as a call of the previous line's value.
    if isStatement(text) { return text.hasPrefix("(") ? ";" + text : text }
    return ";(function(...) \(source.trimmedOfSpaces)\(Self.end(of: source))end)()"
  }

  /// The text of an expression as an argument, reduced to its first value.
  package var argument: String { "(\(expression)\(Self.end(of: expression, "")))" }

  package var list: String { "{ \(expression)\(Self.end(of: expression))}" }

  /// The text without its leading `return`.
  private var expression: String {
    String(source.dropFirst("return ".count)).trimmedOfSpaces
  }

  /// The separator between a text and its closing token.
  private static func end(of text: String, _ gap: String = " ") -> String {
    text.contains("--") || text.utf8.contains(UInt8(ascii: "\n")) ? "\n    " : gap
  }

  /// Whether a text can run between other statements without affecting them.
  private func isStatement(_ text: String) -> Bool {
    let tree = LuaTree(Array(text.utf8))
    return tree.problems.isEmpty
      && !tree.tokens.contains {
        [.return, .goto, .doubleColon, .dots, .local].contains($0.kind)
      }
  }
}

extension String {
  /// The text without leading and trailing Lua white space.
  fileprivate var trimmedOfSpaces: String {
    String(Substring(utf8.trimming { $0 == 0x20 || (0x09...0x0D).contains($0) }))
  }
}
