import MessageStream

/// One rule of a links file: patterns of the parts of a URL.
package struct LinkComponent: Hashable, Sendable {
  package enum Query: Hashable, Sendable {
    /// A pattern of the whole query; only for Apple.
    case text(String)
    /// The patterns of items, by name, in the order of the file.
    case items([Item])
  }

  package struct Item: Hashable, Sendable {
    let name: String
    let pattern: String
  }

  package var path: String?
  var query: Query?
  var fragment: String?
  package var isExcluded = false
  var isCaseSensitive = true
  /// Whether the pattern is compared with the URL as written; only for Apple.
  var isPercentEncoded = true

  /// Whether a part has the wrong type, so that the component never matches.
  var isBroken = false

  /// Whether the component has a pattern for any part.
  var hasParts: Bool { path != nil || query != nil || fragment != nil }

  var patterns: [String] {
    var patterns = [path, fragment].compactMap(\.self)
    switch query {
    case .text(let text): patterns.append(text)
    case .items(let items): patterns += items.map(\.pattern)
    case nil: break
    }
    return patterns
  }

  /// The patterns as the file writes them, on one line.
  package var label: String {
    var parts: [String] = []
    if let path { parts.append("\"\(path)\"") }
    switch query {
    case .text(let text): parts.append("?\(text)")
    case .items(let items): parts += items.map { "?\($0.name)=\($0.pattern)" }
    case nil: break
    }
    if let fragment { parts.append("#\(fragment)") }
    return parts.isEmpty ? "{}" : parts.joined(separator: " ")
  }

  /// The component as JSON, for either file.
  var json: JSON {
    var fields: [JSON.Field] = []
    if let path { fields.append(JSON.Field("/", .text(path))) }
    if isExcluded { fields.append(JSON.Field("exclude", .bool(true))) }
    if !isCaseSensitive { fields.append(JSON.Field("caseSensitive", .bool(false))) }
    if !isPercentEncoded { fields.append(JSON.Field("percentEncoded", .bool(false))) }
    return .object(fields)
  }
}
