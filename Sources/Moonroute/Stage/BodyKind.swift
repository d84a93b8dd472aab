/// A kind of the pieces of a screen's body, with the fields that a piece of it may have.
///
/// The definitions for editors in `scripts/types` list the same.
package struct BodyKind: Sendable {
  /// The kind as it is written, first in a piece.
  package let name: String

  /// The fields, besides the kind and what follows it.
  package let fields: [String]

  /// Whether a person can tap such a piece.
  package let canBeTapped: Bool

  private init(_ name: String, _ fields: [String] = [], canBeTapped: Bool = false) {
    (self.name, self.fields, self.canBeTapped) = (name, fields, canBeTapped)
  }

  /// A piece that other pieces are in.
  package static let list = BodyKind("list")

  /// A piece that a person enters a value into.
  package static let field = BodyKind("field", ["placeholder"])

  package static let all = [
    BodyKind("text"), BodyKind("heading"), BodyKind("image"), list,
    BodyKind("link", ["name", "to"], canBeTapped: true),
    BodyKind("button", ["name", "on_tap"], canBeTapped: true), field,
  ]

  /// The kind of a name, or `nil`.
  package static func named(_ name: String) -> BodyKind? { all.first { $0.name == name } }

  /// The kind with its article: `an image`.
  package var words: String { (name.hasPrefix("i") ? "an " : "a ") + name }
}
