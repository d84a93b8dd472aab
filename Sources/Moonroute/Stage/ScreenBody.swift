import RoutePatterns
import TextTools

/// The pieces of a screen's `body`, in the order in which they are drawn.
package struct ScreenBody {
  /// One piece: `{ "button", "Log in", on_tap = fn }`.
  package struct Element: Sendable {
    /// The piece as it was described.
    package let table: Table

    /// The kind: one of ``BodyKind``, or a word of a program's own view.
    package var kind: String? { table.items.first?.text }

    /// The text, or the name of a field.
    package var text: String? { table.items.dropFirst().first?.text }

    /// Whether a person can tap it.
    package var canBeTapped: Bool { kind.flatMap(BodyKind.named)?.canBeTapped ?? false }

    /// The location that a link leads to, as text.
    var target: String? {
      let target = table["to"]
      return target.text ?? target.object(as: Location.self)?.description
    }

    /// The function that a button calls.
    var action: Value { table["on_tap"] }

    /// Whether the piece is what a person means by a text or a name.
    func answers(to word: String) -> Bool {
      canBeTapped && (text == word || table["name"].text == word)
    }
  }

  package static let property = "body"

  /// The levels of lists that are looked through.
  private static let depth = 16

  /// All pieces, those in lists included.
  package let elements: [Element]

  package init(_ screen: Screen) {
    elements = Self.elements(in: screen.props[Self.property], depth: 0)
  }

  package var fieldNames: [String] {
    elements.filter { $0.kind == BodyKind.field.name }.compactMap(\.text)
  }

  private static func elements(in value: Value, depth: Int) -> [Element] {
    guard depth < Self.depth, let table = value.table else { return [] }
    return table.items.flatMap { item -> [Element] in
      guard let inner = item.table else { return [] }
      guard inner.items.first?.text != nil else { return elements(in: item, depth: depth + 1) }
      return [Element(table: inner)]
        + inner.items.dropFirst().flatMap { elements(in: $0, depth: depth + 1) }
    }
  }
}
