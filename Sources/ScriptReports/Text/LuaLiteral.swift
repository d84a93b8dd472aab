package import Moonroute
import TextTools

extension Value {
  /// The value as a script would write it, or `nil` where it cannot.
  package var luaLiteral: String? {
    switch self {
    case .none: "nil"
    case .bool(let bool): "\(bool)"
    case .integer(let integer): integer == .min ? "math.mininteger" : "\(integer)"
    case .number(let number): number.luaLiteral
    case .text(let text): text.quotedAsLua
    case .table(let table): table.luaLiteral
    case .reference: nil
    }
  }
}

extension Table {
  fileprivate var luaLiteral: String? {
    var parts: [String] = []
    for item in items {
      guard let text = item.luaLiteral else { return nil }
      parts.append(text)
    }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard let text = value.luaLiteral else { return nil }
      parts.append("\(name.isLuaName ? name : "[\(name.quotedAsLua)]") = \(text)")
    }
    return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
  }
}

extension Double {
  fileprivate var luaLiteral: String? {
    if isNaN { return nil }
    if isInfinite { return self < 0 ? "-math.huge" : "math.huge" }
    return "\(self)"
  }
}
