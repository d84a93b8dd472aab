package import MessageStream
package import Moonroute
import RoutePatterns

extension JSON {
  /// A value of the router: a list for items, an object for fields, sorted by name.
  ///
  /// An empty table is an object, unless it is known to be a list. A table that has both is an object that counts its items from 1. What has no plain form is
  /// text in angle brackets, such as `<function>`; a location is its text.
  package init(_ value: Value) {
    switch value {
    case .none: self = .null
    case .bool(let bool): self = .bool(bool)
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .table(let table): self = JSON(table)
    case .reference(let reference):
      let location = reference.object as? Location
      self = .text(location?.description ?? "<\(reference.kind)>")
    }
  }

  private init(_ table: Table) {
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
