/// A kind of element in a screen's body.
///
/// The definitions for editors in `scripts/types` contain the same list.
package struct BodyKind: Sendable {
  /// The name, which is the first item of an element.
  package let name: String

  /// The fields, in addition to the kind and its text.
  package let fields: [String]

  package let canBeTapped: Bool

  private init(_ name: String, _ fields: [String] = [], canBeTapped: Bool = false) {
    (self.name, self.fields, self.canBeTapped) = (name, fields, canBeTapped)
  }

  package static let text = BodyKind("text")

  /// An element that contains other elements.
  package static let list = BodyKind("list")

  /// An element for an input of the person.
  package static let field = BodyKind("field", ["placeholder"])

  package static let all = [
    text, BodyKind("heading"), BodyKind("image"), list,
    BodyKind("link", ["name", "to"], canBeTapped: true),
    BodyKind("button", ["name", "on_tap"], canBeTapped: true), field,
  ]

  package static func named(_ name: String) -> BodyKind? { all.first { $0.name == name } }

  /// The kind with its article, such as `an image`.
  package var words: String { (name.hasPrefix("i") ? "an " : "a ") + name }
}
