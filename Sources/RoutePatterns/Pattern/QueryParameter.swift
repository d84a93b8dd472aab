/// A query item that a route expects: its name, its type, and how often it may occur.
///
/// ``TypeText`` defines the syntax of types. A trailing `?` makes the item optional, and `[]`
/// collects every value for the name.
///
/// ```swift
/// let page = try QueryParameter("page", "int?")
/// try page.value(in: ["page": "2"])  // .one(.int(2))
/// ```
package struct QueryParameter: Hashable, Sendable {
  /// How often an item occurs.
  package enum Occurrence: Hashable, Sendable {
    /// Always; the last of several values wins.
    case required
    /// Once or not at all; the last of several values wins.
    case optional
    /// Any number of times.
    case list
  }

  /// The name.
  package let name: String
  /// The type of each text.
  package let type: ParameterType
  /// How often the item occurs.
  package let occurrence: Occurrence
  /// The type as its author wrote it, such as `int?`.
  package let text: String

  /// Parses a type.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - text: The type, such as `int?`.
  ///   - types: The types that the text may name. Default: the built-in types.
  /// - Throws: ``QueryParameterError``.
  package init(
    _ name: String,
    _ text: String,
    types: ParameterTypes = .builtIn
  ) throws(QueryParameterError) {
    guard !name.isEmpty else { throw .unnamed(type: text) }
    (self.name, self.text) = (name, text)
    let written = TypeText(text)
    switch written.suffixes {
    case []: occurrence = .required
    case [.optional]: occurrence = .optional
    case [.list]: occurrence = .list
    default: throw .badType(name: name, type: text)
    }
    do throws(PatternError) {
      type = try written.type(among: types)
    } catch {
      if case .unknownType(let type, let nearest) = error.reason {
        throw .unknownType(name: name, type: type, nearest: nearest)
      }
      throw .badType(name: name, type: text)
    }
  }
}

/// The value of a query item that a route expects.
package enum QueryValue: Hashable, Sendable {
  /// One value.
  case one(ParameterValue)
  /// Every value for the name, in order.
  case list([ParameterValue])
}

extension QueryParameter {
  /// Returns the item's value in a query.
  ///
  /// Only `string` accepts empty text. For all other types, an item with empty text counts as
  /// missing, because forms send empty text for an empty field.
  ///
  /// - Parameter query: The query.
  /// - Returns: `nil` for an optional item that is missing.
  /// - Throws: ``QueryValueError`` for a required item that is missing, and for text that does not
  ///   match.
  package func value(in query: LocationQuery) throws(QueryValueError) -> QueryValue? {
    let texts = query.all(name).filter { type == .text || !$0.isEmpty }
    guard occurrence == .list else {
      guard let text = texts.last else {
        if occurrence == .optional { return nil }
        throw .missing(name: name, expected: type.indication)
      }
      return .one(try value(of: text))
    }
    var values: [ParameterValue] = []
    for text in texts { values.append(try value(of: text)) }
    return .list(values)
  }

  private func value(of text: String) throws(QueryValueError) -> ParameterValue {
    guard type == .text || type.accepts(text) else {
      throw .wrongType(name: name, expected: type.indication, value: text)
    }
    return type.value(text)
  }
}
