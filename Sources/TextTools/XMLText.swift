/// The text of XML and HTML.
package enum XMLText {
  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// Returns a text with its entities decoded; unknown ones stay.
  package static func decoded(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var parts = text.split(separator: "&", omittingEmptySubsequences: false)[...]
    var result = String(parts.popFirst() ?? "")
    for part in parts {
      let name = part.prefix { $0 != ";" }
      if let character = character(String(name)), name.endIndex < part.endIndex {
        result += character + part[part.index(after: name.endIndex)...]
      } else {
        result += "&" + part
      }
    }
    return result
  }

  private static func character(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return entities[name] }
    let digits = name.dropFirst()
    let value =
      digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}
