import LuaSyntax
import Moonroute

extension ScriptSymbols {
  /// Records the definitions of parameter types, and their uses in patterns, queries and the shape
  /// of the session.
  mutating func noteTypes(in script: AnalysedScript) {
    for call in script.all(.call) {
      guard let first = script.arguments(of: call).first else { continue }
      switch script.callee(of: call) {
      case "router.type": note(.type, first, script, isDefinition: true)
      case "session.declare": noteShape(first, script)
      default: break
      }
    }
    for table in script.definitionTables() {
      script.field("query", of: table).map { noteShape($0, script) }
    }
    for node in script.all(.string) { noteTypes(inPattern: node, script) }
  }

  /// Records the types in a table of queries or of fields, such as `{ at = "stop?" }`.
  private mutating func noteShape(_ node: LuaNode, _ script: AnalysedScript) {
    let node = script.value(of: node)
    switch script.tree.kind(of: node) {
    case .table:
      for item in script.tree.children(of: node) {
        // The key of `["a"] = "b"` comes first.
        script.tree.lastChild(of: item).map { noteShape($0, script) }
      }
    case .string:
      let range = script.content(of: node)
      let end = script.endOfName(from: range.lowerBound, to: range.upperBound)
      let suffix = script.tree.text[end..<range.upperBound]
      guard suffix.allSatisfy({ Array("?[]{}".utf8).contains($0) }) else { return }
      addType(range.lowerBound..<end, script)
    default: break
    }
  }

  /// Records the types in the text of a pattern, such as `/map/:id<stop>`.
  private mutating func noteTypes(inPattern node: LuaNode, _ script: AnalysedScript) {
    let range = script.content(of: node)
    let text = script.tree.text
    var place = range.lowerBound
    while let colon = text[place..<range.upperBound].firstIndex(of: UInt8(ascii: ":")) {
      let open = script.endOfName(from: colon + 1, to: range.upperBound)
      place = max(open, colon + 1)
      guard open > colon + 1, open < range.upperBound, text[open] == UInt8(ascii: "<") else {
        continue
      }
      let end = script.endOfName(from: open + 1, to: range.upperBound)
      guard end < range.upperBound, text[end] == UInt8(ascii: ">") else { continue }
      addType(open + 1..<end, script)
    }
  }

  private mutating func addType(_ range: Range<Int>, _ script: AnalysedScript) {
    let name = String(decoding: script.tree.text[range], as: UTF8.self)
    guard !name.isEmpty else { return }
    add(
      SymbolUse(
        symbol: ScriptSymbol(kind: .type, name: name),
        file: script.file,
        range: range,
        form: .text
      )
    )
  }
}
