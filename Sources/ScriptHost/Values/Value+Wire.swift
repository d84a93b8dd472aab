package import MessageStream
package import Moonroute

extension Value {
  /// Converts a wire value as `JSON(value)` would write it; numeric names from 1 make a list.
  package init(wire json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .integer(let integer): self = .int(integer)
    case .number(let number): self = .double(number)
    case .text(let text): self = .text(text)
    case .list(let items): self = .table(ValueTable(list: items.map { Value(wire: $0) }))
    case .object(let fields):
      var named = Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
      var table = ValueTable()
      while let item = named.removeValue(forKey: String(table.items.count + 1)) {
        table.items.append(Value(wire: item))
      }
      for (name, value) in named { table[name] = Value(wire: value) }
      self = .table(table)
    }
  }
}
