import LuaSyntax
import RoutePatterns

/// A part of a pattern with a meaning.
package struct PatternToken: Hashable, Sendable {
  package enum Kind: Int, Sendable {
    case parameter, type, star
  }

  package let kind: Kind
  package let range: Range<Int>
}

extension AnalysedScript {
  /// The parts of all patterns in the script, in the order of the text.
  package func patternTokens() -> [PatternToken] {
    var nodes = definitionTables().compactMap { field("path", of: $0) }
    for call in all(.call) {
      guard let function = callee(of: call), let first = arguments(of: call).first else { continue }
      switch function {
      case "router.guard", "router.proxy", "router.mount", "router.lazy", "events.on",
        "resources.put", "events.declare":
        nodes.append(tree.kind(of: first) == .table ? field("path", of: first) ?? first : first)
      default: continue
      }
    }
    return Set(nodes).filter { tree.kind(of: $0) == .string }.flatMap { tokens(ofPattern: $0) }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func tokens(ofPattern node: LuaNode) -> [PatternToken] {
    let content = content(of: node)
    var tokens: [PatternToken] = []
    var offset = content.lowerBound
    while offset < content.upperBound {
      let byte = tree.text[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "*"):
        let start = offset - 1
        while offset < content.upperBound, tree.text[offset] == byte { offset += 1 }
        tokens.append(PatternToken(kind: .star, range: start..<offset))
        addName(from: &offset, to: content.upperBound, &tokens)
      case UInt8(ascii: ":"):
        addName(from: &offset, to: content.upperBound, &tokens)
      case UInt8(ascii: "<"):
        let end = tree.text[offset..<content.upperBound].firstIndex(of: UInt8(ascii: ">"))
        guard let end, end > offset else { continue }
        tokens.append(PatternToken(kind: .type, range: offset..<end))
        offset = end + 1
      case UInt8(ascii: "\\"): offset = min(offset + 1, content.upperBound)
      default: break
      }
    }
    return tokens
  }

  private func addName(
    from offset: inout Int,
    to end: Int,
    _ tokens: inout [PatternToken]
  ) {
    let stop = endOfName(from: offset, to: end)
    guard stop > offset else { return }
    tokens.append(PatternToken(kind: .parameter, range: offset..<stop))
    offset = stop
  }
}
