import RoutePatterns
import TextTools

/// A location in a rule that can contain parameter names: `/new/:id?from=:source`.
enum StaticTarget {
  /// The text with every parameter name replaced by its encoded value.
  ///
  /// If the parameter of an optional part is missing, its segment is omitted.
  static func text(_ template: String, state: RouteState) -> String {
    text(template, state: state, encoded)
  }

  private static func text(
    _ template: String,
    state: RouteState,
    _ encoded: (ParameterValue) -> String
  ) -> String {
    guard template.utf8.contains(UInt8(ascii: ":")) else { return template }
    let params = state.pathParams
    let known = Set(state.route.pattern.parameterNames)
    var result = ""
    for part in parts(of: template) {
      switch part {
      case .text(let text): result += text
      case .name(let name) where known.contains(name):
        if let value = params[name] {
          result += encoded(value)
        } else if result.hasSuffix("/"), !result.hasSuffix("//") {
          result.removeLast()
        }
      case .name(let name): result += ":" + name
      }
    }
    return result.isEmpty ? "/" : result
  }

  /// The error in a target: a whole segment, or a whole value, with an unknown parameter name.
  static func problem(in template: String, of pattern: RoutePattern) -> RouterError? {
    let known = pattern.parameterNames
    var before = ""
    for part in parts(of: template) {
      switch part {
      case .text(let text): before = text
      case .name(let name):
        defer { before = "" }
        guard !known.contains(name), before.hasSuffix("/") || before.hasSuffix("="),
          name.first?.isNumber == false
        else { continue }
        let names = known.isEmpty ? "none" : known.joined(separator: ", ")
        return RouterError(
          .unknownParameter,
          "'\(template)' uses ':\(name)', which '\(pattern.text)' does not have. It has \(names)."
        )
      }
    }
    return nil
  }

  /// The error in a filled target: a parameter that is `..`, `.` or empty changes the place that
  /// the author wrote.
  static func problem(
    filling template: String,
    state: RouteState,
    rules: LocationRules
  ) -> RouterError? {
    guard mayMove(template, state.pathParams) else { return nil }
    let filled = text(template, state: state)
    let base = state.location
    guard let target = try? Location(parsing: filled, rules: rules, relativeTo: base) else {
      return nil
    }
    // The expected place: try a harmless value for a label, a segment or a scheme, and one for a
    // port.
    let isInPlace = ["a", "1"]
      .contains { value in
        let plain = text(template, state: state) {
          Array(repeating: value, count: $0.segments.count).joined(separator: "/")
        }
        let place = try? Location(parsing: plain, rules: rules, relativeTo: base)
        return place.map { isSame(place: $0, target) } ?? false
      }
    return isInPlace ? nil : .climbs(template, filled, from: base)
  }

  /// Whether values could change the place of a target.
  ///
  /// This requires a dot or an empty value, unless escapes surround a name.
  private static func mayMove(_ template: String, _ params: [String: ParameterValue]) -> Bool {
    guard template.utf8.contains(UInt8(ascii: ":")) else { return false }
    return template.utf8.contains(UInt8(ascii: "%"))
      || params.values.contains { value in
        value.segments.contains { $0.isEmpty || $0.utf8.contains(UInt8(ascii: ".")) }
      }
  }

  /// Whether two locations differ only in the texts of their parts.
  private static func isSame(place: Location, _ target: Location) -> Bool {
    place.segments.count == target.segments.count
      && (place.scheme == nil) == (target.scheme == nil)
      && (place.host == nil) == (target.host == nil)
  }

  /// Whether the text of a decision is a location: it starts with `/` or `.` or has a scheme.
  static func isLocation(_ text: String) -> Bool {
    let text = text.trimmed
    if text.hasPrefix("/") || text.hasPrefix(".") { return true }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return SchemeGrammar.isScheme(text.utf8[..<colon])
  }

  private enum Part {
    case text(String)
    case name(String)
  }

  /// Splits a template at the parameter names.
  private static func parts(of template: String) -> [Part] {
    var parts: [Part] = []
    var rest = Substring(template)
    while let colon = rest.firstIndex(of: ":") {
      let name = rest[rest.index(after: colon)...]
        .prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let end = name.isEmpty ? rest.index(after: colon) : colon
      parts.append(.text(String(rest[..<end])))
      if !name.isEmpty { parts.append(.name(String(name))) }
      rest = rest[name.endIndex...]
    }
    parts.append(.text(String(rest)))
    return parts
  }

  private static func encoded(_ value: ParameterValue) -> String {
    value.segments.map(escaped).joined(separator: "/")
  }

  /// Escapes text so that it is literal in an authority, a path and a query.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in PercentCoding.segment(text).unicodeScalars {
      switch character {
      case "&": escaped += "%26"
      case "+": escaped += "%2B"
      case ":": escaped += "%3A"
      case "=": escaped += "%3D"
      case "@": escaped += "%40"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}

extension ParameterValue {
  fileprivate var segments: [String] {
    if case .list(let segments) = self { segments } else { [text ?? ""] }
  }
}

extension RouterError {
  /// A static target with a different place after its parameters are filled in.
  fileprivate static func climbs(
    _ template: String,
    _ filled: String,
    from location: Location
  ) -> RouterError {
    RouterError(
      .badLocation,
      "'\(template)' becomes '\(filled)' for '\(location)', which is a different place: a"
        + " parameter is '..', '.' or empty. Give the parameter a type, such as ':id<slug>',"
        + " or return a location from a function."
    )
  }
}
