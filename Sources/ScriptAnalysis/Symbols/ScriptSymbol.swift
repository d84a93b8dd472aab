/// A name that scripts define and use.
package struct ScriptSymbol: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case route, event, resource, view, tag, parameter, type, module
    case variable
  }

  /// A place that distinguishes parameters and variables with the same name.
  package struct Place: Hashable, Sendable {
    package let file: String
    package let offset: Int
  }

  package let kind: Kind
  package let name: String
  /// The declaration, for parameters and variables.
  package var place: Place?

  package init(kind: Kind, name: String, place: Place? = nil) {
    (self.kind, self.name, self.place) = (kind, name, place)
  }
}

package struct SymbolUse: Hashable, Sendable {
  package enum Form: Sendable {
    /// The content of a string.
    case text
    /// An identifier after a dot, or before `=` in a table.
    case word
    /// A part of a pattern, after `:` or `**`.
    case pattern
    /// A location that opens a route, without its name.
    case location
  }

  package let symbol: ScriptSymbol
  package let file: String
  /// The bytes of the name without quotes.
  package let range: Range<Int>
  package let form: Form
  package var isDefinition = false
}

/// A name built from parts, such as `"made." .. kind`.
package struct BuiltName: Hashable, Sendable {
  package let kind: ScriptSymbol.Kind
  package let file: String
  package let range: Range<Int>
  package let isDefinition: Bool
  /// The literal beginning and end; either may be empty.
  let begin: String
  let end: String

  /// Whether the result can be this name.
  package func mayBe(_ name: String) -> Bool {
    name.count >= begin.count + end.count && name.hasPrefix(begin) && name.hasSuffix(end)
  }
}
