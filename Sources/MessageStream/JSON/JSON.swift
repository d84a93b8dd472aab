/// A JSON value whose objects keep the order of their fields, so that the same value always prints
/// the same text.
package indirect enum JSON: Sendable, Equatable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number; one that is not finite prints as `null`.
  case number(Double)
  case text(String)
  case list([JSON])
  /// Fields in the order in which they print.
  case object([Field])

  /// One field of an object.
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: JSON

    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Text, or `null` without one.
  package static func optional(_ text: String?) -> JSON { text.map(JSON.text) ?? .null }

  /// An object of some fields.
  package static func fields(_ fields: (String, JSON)...) -> JSON {
    .object(fields.map { Field($0.0, $0.1) })
  }

  /// The value on one line.
  package var line: String { JSONWriter.text(self) }
}
