import LuaSyntax
import ScriptAnalysis

/// Records changes of the rules of one script, without duplicates.
struct ChangeWriter {
  let script: AnalysedScript

  private(set) var changes: [RuleChange] = []

  private var known: Set<[UInt8]> = []

  init(_ script: AnalysedScript) { self.script = script }

  /// Records a change of a node's text; `whole` is the node of the whole rule.
  mutating func replace(
    _ node: LuaNode,
    with text: String,
    _ kind: RuleChange.Kind,
    of rule: RuleChange.Rule,
    in whole: LuaNode
  ) {
    replace(
      script.tree.range(of: node),
      with: Array(text.utf8),
      kind,
      of: rule,
      in: whole,
      at: node
    )
  }

  mutating func replace(
    _ range: Range<Int>,
    with replacement: [UInt8],
    _ kind: RuleChange.Kind,
    of rule: RuleChange.Rule,
    in whole: LuaNode,
    at node: LuaNode
  ) {
    let (tree, lines) = (script.tree, script.lines)
    guard !tree.text[range].elementsEqual(replacement),
      known.insert(Array("\(range)".utf8) + replacement).inserted
    else { return }
    let excerpt = Excerpt(of: range, becoming: replacement, in: tree.text, lines)
    let ruleRange = tree.range(of: whole)
    let first = lines.line(of: ruleRange.lowerBound)
    changes.append(
      RuleChange(
        file: script.file,
        line: lines.line(of: range.lowerBound),
        column: lines.column(of: range.lowerBound),
        range: range,
        replacement: replacement,
        rule: rule,
        kind: kind,
        before: excerpt.before,
        after: excerpt.after,
        lines:
          first...max(first, lines.line(of: max(ruleRange.lowerBound, ruleRange.upperBound - 1))),
        statement: line(ofStatementAround: node)
      )
    )
  }

  private func line(ofStatementAround node: LuaNode) -> Int {
    let tree = script.tree
    var place: LuaNode? = node
    while let node = place {
      switch tree.kind(of: node) {
      case .local, .assignment, .callStatement, .whileStatement, .ifStatement, .numericFor,
        .genericFor, .returnStatement, .breakStatement, .gotoStatement:
        return tree.tokens[tree.tokenRange(of: node).lowerBound].line
      default: place = tree.parent(of: node)
      }
    }
    return script.lines.line(of: tree.range(of: node).lowerBound)
  }
}

/// A change as people read it: the line before and after.
private struct Excerpt {
  let before: String
  let after: String

  init(of range: Range<Int>, becoming replacement: [UInt8], in text: [UInt8], _ lines: LineTable) {
    let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
    let first = lines.line(of: range.lowerBound)
    let start = text[lines.start(ofLine: first)...].firstIndex { !isSpace($0) } ?? range.lowerBound
    let head = text[min(start, range.lowerBound)..<range.lowerBound]
    func line(endingAt end: Int) -> ArraySlice<UInt8> {
      var tail = text[range.upperBound..<max(range.upperBound, end)]
      while let last = tail.last, isSpace(last) { tail.removeLast() }
      return tail
    }
    func string(_ parts: ArraySlice<UInt8>...) -> String {
      String(decoding: parts.joined(), as: UTF8.self)
    }
    if lines.line(of: range.upperBound) == first {
      let tail = line(endingAt: lines.start(ofLine: first + 1))
      before = string(head, text[range], tail)
      after = string(head, replacement[...], tail)
    } else {
      // Show only the first of several lines.
      let more = Array(" …".utf8)[...]
      func firstLine(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D }
        guard let end else { return bytes }
        return bytes[..<end] + more
      }
      before = string(head, firstLine(text[range]))
      after = string(head, firstLine(replacement[...]))
    }
  }
}
