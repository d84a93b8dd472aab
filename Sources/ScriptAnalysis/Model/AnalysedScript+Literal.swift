import LuaSyntax
import MessageStream

extension AnalysedScript {
  private static let literalDepth = 8

  /// The value of a literal, or of a list or record of literals.
  func literal(_ node: LuaNode, depth: Int = 0) -> JSON? {
    guard depth < Self.literalDepth else { return nil }
    let node = value(of: node)
    switch tree.kind(of: node) {
    case .nilLiteral: return .null
    case .trueLiteral: return .bool(true)
    case .falseLiteral: return .bool(false)
    case .string: return tree.string(of: node).map(JSON.text)
    case .number: return number(tree.text(of: node))
    case .unary:
      guard tree.text(of: node) == "-", let operand = tree.firstChild(of: node),
        tree.kind(of: operand) == .number
      else { return nil }
      return number("-" + tree.text(of: operand))
    case .table: return table(node, depth: depth)
    default: return nil
    }
  }

  private func number(_ text: String) -> JSON? {
    Int64(text).map(JSON.integer) ?? Double(text).map(JSON.number)
  }

  private func table(_ node: LuaNode, depth: Int) -> JSON? {
    let count = tree.children(of: node).reduce(0) { count, _ in count + 1 }
    let items = items(of: node).compactMap { literal($0, depth: depth + 1) }
    if items.count == count, count > 0 { return .list(items) }
    let fields = fields(of: node)
      .compactMap { field in
        literal(field.value, depth: depth + 1).map { JSON.Field(field.name, $0) }
      }
    return fields.count == count ? .object(fields) : nil
  }
}
