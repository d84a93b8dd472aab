package import MessageStream
package import Moonroute
import RoutePatterns

extension JSON {
  /// Converts a value of the router: items to a list, fields to an object sorted by name.
  ///
  /// An empty table becomes an object, unless it is marked as a list. A table with both becomes an
  /// object with its items numbered from 1. A value without a plain form becomes text in angle
  /// brackets, such as `<function>`; a location becomes its text.
  package init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .int(let integer): self = .integer(integer)
    case .double(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .table(let table): self = JSON(table)
    case .reference(let reference):
      let location = reference.object as? Location
      self = .text(location?.description ?? "<\(reference.kind)>")
    }
  }

  private init(_ table: ValueTable) {
    guard !table.fields.isEmpty else {
      let isList = table.isList || !table.items.isEmpty
      self = isList ? .list(table.items.map { JSON($0) }) : .object([])
      return
    }
    let items = table.items.enumerated().map { Field(String($0 + 1), JSON($1)) }
    let named = table.fields.sorted { $0.key < $1.key }.map { Field($0.key, JSON($0.value)) }
    self = .object(items + named)
  }
}
