/// A JSON value with ordered fields, so that equal values always print the same text.
package indirect enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number; a non-finite number prints as `null`.
  case number(Double)
  case text(String)
  case list([JSON])
  /// Fields in output order.
  case object([Field])

  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: JSON

    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a text, or `null` for `nil`.
  package static func optional(_ text: String?) -> JSON { text.map(JSON.text) ?? .null }

  package static func fields(_ fields: (String, JSON)...) -> JSON {
    .object(fields.map { Field($0.0, $0.1) })
  }

  package var line: String { JSONWriter.text(self) }
}
