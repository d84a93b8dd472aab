import RoutePatterns
import TextTools

/// The elements of a screen's `body`, in drawing order.
package struct ScreenBody {
  /// One element: `{ "button", "Log in", on_tap = fn }`, a text among the rows of a list, or a list
  /// of elements in the place of one.
  package struct Element: Sendable {
    /// The kind: one of ``BodyKind``, or a custom one of a program's view.
    package let kind: String

    /// The second entry, unless it is a table; usually text.
    package let content: Value

    /// The fields by name.
    package let fields: [String: Value]

    /// The elements inside, or `nil` if it has no table for them.
    package let items: [Element]?

    /// The position in the body and in each list around it, the outermost first, counted from 1.
    package let place: [Int]

    package var text: String? { content.text }

    /// Whether a person can tap it.
    package var canBeTapped: Bool { BodyKind.named(kind)?.canBeTapped ?? false }

    /// The location of a link, as text.
    var target: String? {
      let target = fields["to"]
      return target?.text ?? target?.object(Location.self)?.description
    }

    var action: Value { fields["on_tap"] ?? .null }

    /// Whether the element can be tapped, and the word is its text or name.
    func answers(to word: String) -> Bool {
      canBeTapped && (text == word || fields["name"]?.text == word)
    }

    /// The element and those inside it.
    fileprivate var all: [Element] { [self] + (items ?? []).flatMap(\.all) }
  }

  package static let property = "body"

  /// The maximum depth of nested lists.
  private static let depth = 16

  /// The elements, without those in lists.
  package let roots: [Element]

  /// All elements, including those in lists.
  package var elements: [Element] { roots.flatMap(\.all) }

  package init(_ screen: Screen) {
    roots = Self.elements(of: screen.props[Self.property].table?.items ?? [], below: [])
  }

  /// The places of elements that a tap by text does not reach, because an earlier one answers.
  package var coveredPlaces: Set<[Int]> {
    var (known, covered): (Set<String>, Set<[Int]>) = ([], [])
    for element in elements where element.canBeTapped {
      let words = [element.fields["name"]?.text, element.text].compactMap(\.self)
      if let word = words.first, known.contains(word) { covered.insert(element.place) }
      known.formUnion(words)
    }
    return covered
  }

  package var fieldNames: [String] {
    elements.filter { $0.kind == BodyKind.field.name }.compactMap(\.text)
  }

  /// The elements of a list; `false` and `nil` are elements on a condition, and draw nothing.
  private static func elements(of values: [Value], below place: [Int]) -> [Element] {
    values.enumerated().filter { !$1.isNull && $1 != .bool(false) }
      .map { Element($1, at: place + [$0 + 1], canNest: place.count < depth - 1) }
  }
}

extension ScreenBody.Element {
  fileprivate init(_ value: Value, at place: [Int], canNest: Bool) {
    self.place = place
    guard let table = value.table else {
      (kind, content, fields, items) = (BodyKind.text.name, value, [:], nil)
      return
    }
    guard let kind = table.items.first?.text else {
      (kind, content, fields) = (BodyKind.list.name, .null, [:])
      items = canNest ? ScreenBody.elements(of: table.items, below: place) : []
      return
    }
    self.kind = kind
    let rest = table.items.dropFirst()
    content = rest.first.flatMap { $0.table == nil ? $0 : nil } ?? .null
    fields = table.fields
    let tables = rest.compactMap(\.table)
    let rows = tables.flatMap { $0.isOneElement ? [.table($0)] : $0.items }
    items =
      tables.isEmpty ? nil : canNest ? ScreenBody.elements(of: rows, below: place) : []
  }
}

extension ValueTable {
  /// Whether a table in the place of a list of rows is one element.
  fileprivate var isOneElement: Bool {
    guard let kind = items.first?.text else { return false }
    return BodyKind.named(kind) != nil || !fields.isEmpty
  }
}
