/// Something with a name that scripts define and use.
package struct ScriptSymbol: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case route, event, resource, tag, parameter, module
    /// A local variable of Lua's.
    case variable
  }

  /// A place that tells parameters and variables of one name apart.
  package struct Place: Hashable, Sendable {
    package let file: String
    /// The offset of the name where it is declared.
    package let offset: Int
  }

  package let kind: Kind
  package let name: String
  /// Where it is declared, for parameters and variables.
  package var place: Place?
}

/// A place where a symbol is named.
package struct SymbolUse: Hashable, Sendable {
  package enum Form: Sendable {
    /// A string's content.
    case text
    /// A word of Lua's: behind a dot, or in front of `=` in a table.
    case word
    /// Part of a pattern, behind `:` or `**`.
    case pattern
    /// A location that leads to a route: no name at all.
    case location
  }

  package let symbol: ScriptSymbol
  package let file: String
  /// The bytes of the name, quotes left out.
  package let range: Range<Int>
  package let form: Form
  /// Whether it is defined here.
  package var isDefinition = false
}

/// A name that is put together from parts, such as `"made." .. kind`.
package struct BuiltName: Hashable, Sendable {
  package let kind: ScriptSymbol.Kind
  package let file: String
  /// The bytes of the expression.
  package let range: Range<Int>
  package let isDefinition: Bool
  /// The written texts that it begins and ends with, either of them perhaps empty.
  let begin: String
  let end: String

  /// Whether the name may turn out to be a text.
  package func mayBe(_ name: String) -> Bool {
    name.count >= begin.count + end.count && name.hasPrefix(begin) && name.hasSuffix(end)
  }
}
