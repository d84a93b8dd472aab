import RoutePatterns

/// A location written in a rule, with the names of parameters in it: `/new/:id?from=:source`.
enum StaticTarget {
  /// The text with every name of a known parameter replaced by its encoded value.
  ///
  /// A colon counts only after `/`, `=`, `.` or `-`, so a scheme's does not.
  static func text(_ template: String, params: [String: ParameterValue]) -> String {
    guard !params.isEmpty, template.utf8.contains(UInt8(ascii: ":")) else { return template }
    var result = ""
    var rest = Substring(template)
    while let colon = rest.firstIndex(of: ":") {
      let name = rest[rest.index(after: colon)...]
        .prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      result += rest[..<colon]
      rest = rest[colon...]
      if let value = params[String(name)] {
        result += encoded(value)
        rest = rest[name.endIndex...]
      } else {
        result += ":"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// Whether a decision's text is a location: it starts with `/` or `.` or has a scheme.
  static func isLocation(_ text: String) -> Bool {
    let text = text.trimmed
    if text.hasPrefix("/") || text.hasPrefix(".") { return true }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text.utf8[..<colon]
    guard let first = scheme.first, isLetter(first) else { return false }
    return scheme.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }

  /// A parameter as part of a location's text.
  private static func encoded(_ value: ParameterValue) -> String {
    switch value {
    case .list(let segments):
      segments.map(PercentCoding.segment).joined(separator: "/")
    default: PercentCoding.segment(value.text ?? "")
    }
  }
}
