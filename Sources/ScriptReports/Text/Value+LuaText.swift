package import Moonroute
import RoutePatterns
package import TextTools

extension Value: LuaWritable {
  /// The value in Lua; a location is its text.
  package var luaPart: LuaPart<Value> {
    switch self {
    case .null: .nil
    case .bool(let bool): .bool(bool)
    case .int(let integer): .integer(integer)
    case .double(let number): .number(number)
    case .text(let text): .text(text)
    case .table(let table):
      .table(
        items: table.items,
        fields: table.fields.sorted { $0.key.hasBytesBefore($1.key) }
          .map { (key: .text($0.key), value: $0.value) }
      )
    case .reference(let reference):
      (reference.object as? Location).map { .standIn($0.description) } ?? .other(reference.kind)
    }
  }
}
