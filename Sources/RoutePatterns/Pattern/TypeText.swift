/// A type as its author wrote it, such as `int[]?`: a word and its suffixes.
///
/// Templates have the same words, except `string` for any text: `int`, `en|fr`, `(\\d+)`, `sku`.
/// `|en` is the list of the single text `en`.
package struct TypeText: Hashable, Sendable {
  /// A suffix of a type.
  package enum Suffix: String, CaseIterable, Sendable {
    /// A value that may be missing.
    case optional = "?"
    /// Any number of values.
    case list = "[]"
    /// Any number of values with names.
    case map = "{}"
  }

  /// The text without suffixes.
  package let word: String

  /// The suffixes in their order; each applies to everything before it.
  package let suffixes: [Suffix]

  /// Splits a text.
  package init(_ text: String) {
    var rest = Substring(text)
    var suffixes: [Suffix] = []
    while let last = Suffix.allCases.first(where: { rest.hasSuffix($0.rawValue) }) {
      suffixes.insert(last, at: 0)
      rest.removeLast(last.rawValue.count)
    }
    (word, self.suffixes) = (String(rest), suffixes)
  }

  /// The type of the word.
  ///
  /// - Throws: `unknownType` if no type has this name; another ``PatternError`` if the word is not
  ///   a type.
  package func type(among types: ParameterTypes) throws(PatternError) -> ParameterType {
    if word == "string" { return .text }
    let isConstraint = word.utf8.first == UInt8(ascii: "(")
    var parser = TemplateParser(isConstraint ? word : "<\(word)>", types: types)
    let isSingle = word.utf8.first == UInt8(ascii: "|") && word.utf8.count > 1
    if isSingle, !word.utf8.dropFirst().contains(UInt8(ascii: "|")) {
      return .choice([String(word.dropFirst())])
    }
    return try parser.parseWholeType()
  }
}
