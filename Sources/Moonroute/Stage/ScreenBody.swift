import RoutePatterns
import TextTools

/// The elements of a screen's `body`, in drawing order.
package struct ScreenBody {
  /// One element: `{ "button", "Log in", on_tap = fn }`.
  package struct Element: Sendable {
    package let table: ValueTable

    /// The kind: one of ``BodyKind``, or a custom one of a program's view.
    package var kind: String? { table.items.first?.text }

    package var text: String? { table.items.dropFirst().first?.text }

    /// Whether a person can tap it.
    package var canBeTapped: Bool { kind.flatMap(BodyKind.named)?.canBeTapped ?? false }

    /// The location of a link, as text.
    var target: String? {
      let target = table["to"]
      return target.text ?? target.object(Location.self)?.description
    }

    var action: Value { table["on_tap"] }

    /// Whether the element can be tapped, and the word is its text or name.
    func answers(to word: String) -> Bool {
      canBeTapped && (text == word || table["name"].text == word)
    }
  }

  package static let property = "body"

  /// The maximum depth of nested lists.
  private static let depth = 16

  /// All elements, including those in lists.
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
