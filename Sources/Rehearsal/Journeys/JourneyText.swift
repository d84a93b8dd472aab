import LuaSyntax
package import Moonroute
package import ScriptHost
import TextTools

/// The text of a journey: a spec that is written step by step, in words that every spec has.
package struct JourneyText: Sendable {
  /// The names that texts of Lua may declare: a function of Lua has 200 at most.
  package static let nameLimit = 150

  /// Lets everything go on that can.
  private static let settling = "clock.advance(0)"

  /// The names that the lines of a journey use themselves.
  private static let ownNames: Set = [
    "app", "assert", "clock", "ended", "events", "resources", "router", "session", "spawn", "stage",
  ]

  private var lines: [String] = []
  /// The names that texts of Lua have declared for those after them.
  private var names: Set<String> = []
  private var lateCount = 0

  /// Begins without a step.
  package init() {}

  /// The journey as a spec.
  ///
  /// - Parameter name: Its name.
  /// - Returns: The text of the file.
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

  /// Adds what was done and is no step, with the reason.
  package mutating func addComment(_ act: String, _ reason: String) {
    lines.append("-- \(act.printable): \(reason.printable)")
  }

  package mutating func addOpen(_ call: String, _ outcome: Outcome) {
    lines.append(OutcomeAssertion.line(call, outcome))
  }

  /// Adds a call that answers whether it was done, and else why not.
  package mutating func addMove(_ call: String, refusal: String?) {
    if let refusal {
      lines.append("assert.same({ false, \(refusal.quotedAsLua) }, { \(call) })")
    } else {
      lines.append("assert.is_true((\(call)))")
    }
  }

  /// Adds an act that waits for later ones: the spec does not wait for it either.
  ///
  /// - Parameters:
  ///   - call: The act.
  ///   - isOpen: Whether it is an open.
  /// - Returns: The expression of its outcome, for when it has ended.
  package mutating func addLate(_ call: String, isOpen: Bool) -> String {
    lateCount += 1
    let end = "ended[\(lateCount)]"
    lines.append("spawn(function() \(isOpen ? "\(end) = \(call)" : call) end)")
    lines.append(Self.settling)
    return end
  }

  /// Lets everything go on that can, unless that was just done.
  package mutating func settle() {
    if lines.last != Self.settling { lines.append(Self.settling) }
  }

  /// Adds which screen is on top: its name, or that of its view.
  package mutating func addTop(_ name: String?) {
    lines.append(name.map { "assert.top(\($0.quotedAsLua))" } ?? "assert.is_nil(stage.top())")
  }

  /// Declares what a text of Lua does: at the prompt, a name is there from the text on that declares
  /// it.
  ///
  /// - Returns: Why a journey cannot have the text, or `nil`.
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
  /// The text as a statement of a spec: one that ends in a comment ends its line.
  package var statement: String {
    let text = isExpression ? expression : source.trimmedOfSpaces
    // A bracket at the beginning would call what the line before ends with.
    if isStatement(text) { return text.hasPrefix("(") ? ";" + text : text }
    return ";(function(...) \(source.trimmedOfSpaces)\(Self.end(of: source))end)()"
  }

  /// The text of an expression as an argument, so that only its first value counts.
  package var argument: String { "(\(expression)\(Self.end(of: expression, "")))" }

  /// The text of an expression as a table of all its values.
  package var list: String { "{ \(expression)\(Self.end(of: expression))}" }

  /// The text without the `return` in front of it.
  private var expression: String {
    String(source.dropFirst("return ".count)).trimmedOfSpaces
  }

  /// The gap between a text and what closes it.
  private static func end(of text: String, _ gap: String = " ") -> String {
    text.contains("--") || text.utf8.contains(UInt8(ascii: "\n")) ? "\n    " : gap
  }

  /// Whether a text can stand in the midst of others, and takes nothing from them.
  private func isStatement(_ text: String) -> Bool {
    let tree = LuaTree(Array(text.utf8))
    return tree.problems.isEmpty
      && !tree.tokens.contains {
        [.return, .goto, .doubleColon, .dots, .local].contains($0.kind)
      }
  }
}

extension String {
  /// The text without what Lua takes for white space at both ends.
  fileprivate var trimmedOfSpaces: String {
    String(Substring(utf8.trimming { $0 == 0x20 || (0x09...0x0D).contains($0) }))
  }
}
