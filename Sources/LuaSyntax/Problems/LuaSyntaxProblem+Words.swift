extension LuaTree {
  /// The message of a problem, identical to Lua's own message if Lua has one.
  package func message(of problem: LuaSyntaxProblem) -> String {
    switch problem.reason {
    case .unfinishedString, .unfinishedComment, .badLongBracket, .badEscape, .malformedNumber:
      return message(ofToken: problem)
    case .unexpected: return "unexpected symbol near \(near(problem))"
    case .expected(let kind): return "\(quoted(kind)) expected near \(near(problem))"
    case .unclosed(let kind, let opening, let offset):
      let lines = LineTable(text)
      let line = lines.line(of: offset)
      guard line != lines.line(of: problem.start) else {
        return "\(quoted(kind)) expected near \(near(problem))"
      }
      return "\(quoted(kind)) expected (to close \(quoted(opening)) at line \(line)) near "
        + near(problem)
    case .noStatement: return "syntax error near \(near(problem))"
    case .expectedWords(let words): return "\(words) expected near \(near(problem))"
    case .noVarargs: return "cannot use '...' outside a vararg function near '...'"
    case .tooManyLocals:
      return "too many local variables (limit is 200) in one function near \(near(problem))"
    case .tooDeep: return "the script nests too deeply"
    case .tooLarge(let limit):
      return "too large to check: \(text.count) bytes, at most \(limit) are allowed"
    default: return message(ofName: problem)
    }
  }

  /// The problem for a message of Lua, if it is a problem that Lua finds late.
  package func problemFoundLate(_ message: String) -> LuaSyntaxProblem? {
    problems.first { $0.isFoundLate && self.message(of: $0) == message }
  }

  private func message(ofName problem: LuaSyntaxProblem) -> String {
    switch problem.reason {
    case .assignToConstant(let name): "attempt to assign to const variable '\(name)'"
    case .unknownAttribute(let name): "unknown attribute '\(name)'"
    case .secondClose: "multiple to-be-closed variables in local list"
    case .breakOutsideLoop: "break outside loop at line \(line(of: problem))"
    case .missingLabel(let name):
      "no visible label '\(name)' for <goto> at line \(line(of: problem))"
    case .duplicateLabel(let name, let line): "label '\(name)' already defined on line \(line)"
    case .jumpIntoScope(let label, let variable):
      "<goto \(label)> at line \(line(of: problem)) jumps into the scope of local '\(variable)'"
    default: ""
    }
  }

  private func message(ofToken problem: LuaSyntaxProblem) -> String {
    switch problem.reason {
    case .unfinishedComment:
      return "unfinished long comment (starting at line \(line(of: problem))) near <eof>"
    case .badLongBracket: return "invalid long string delimiter near \(near(problem))"
    case .badEscape: return "invalid escape sequence \(near(problem))"
    case .malformedNumber: return "malformed number near \(near(problem))"
    default:
      guard text[problem.start] == UInt8(ascii: "[") else {
        return "unfinished string near \(problem.end < text.count ? near(problem) : "<eof>")"
      }
      return "unfinished long string (starting at line \(line(of: problem))) near <eof>"
    }
  }

  private func line(of problem: LuaSyntaxProblem) -> Int {
    LineTable(text).line(of: problem.start)
  }

  private func near(_ problem: LuaSyntaxProblem) -> String {
    problem.start < problem.end
      ? "'\(String(decoding: text[problem.start..<problem.end], as: UTF8.self))'" : "<eof>"
  }

  private func quoted(_ kind: LuaToken.Kind) -> String {
    kind == .name || kind == .end ? kind.spelling : "'\(kind.spelling)'"
  }
}
