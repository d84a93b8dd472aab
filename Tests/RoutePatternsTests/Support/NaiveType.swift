/// A simple implementation of a parameter type.
struct NaiveType: Sendable {
  /// The text after the name in a template.
  let template: String
  let isText: Bool
  private let isFitting: @Sendable (String) -> Bool

  init(_ template: String, isText: Bool = false, _ isFitting: @escaping @Sendable (String) -> Bool)
  {
    self.template = template
    self.isText = isText
    self.isFitting = isFitting
  }

  func fits(_ text: String) -> Bool { !text.isEmpty && isFitting(text) }

  static let text = NaiveType("", isText: true) { _ in true }

  /// Every other type.
  static let others: [NaiveType] = [
    NaiveType("<int>") { text in
      text.first != "+" && isASCII(text) && Int64(text) != nil
    },
    NaiveType("<number>") { text in
      let parts = (text.hasPrefix("-") ? text.dropFirst() : text[...])
        .split(separator: ".", omittingEmptySubsequences: false)
      return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
    },
    NaiveType("<bool>") { ["true", "false"].contains($0) },
    NaiveType("<uuid>") { text in
      text.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
        && text.allSatisfy { $0 == "-" || isHex($0) }
    },
    NaiveType("<date>") { text in
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy(isDigit),
        let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
        (1...12).contains(month)
      else { return false }
      let february = year % 400 == 0 || year % 4 == 0 && year % 100 != 0 ? 29 : 28
      return (1...[31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]).contains(day)
    },
    NaiveType("<hex>") { $0.allSatisfy(isHex) },
    NaiveType("<slug>") { $0.allSatisfy { isDigit($0) || isLetter($0) || $0 == "-" || $0 == "_" } },
    NaiveType("<alpha>") { $0.allSatisfy(isLetter) },
    NaiveType(#"(\d+)"#) { $0.allSatisfy(isDigit) },
    NaiveType("([a-z]{1,3}-?)") { text in
      let word = text.hasSuffix("-") ? text.dropLast() : text[...]
      return (1...3).contains(word.count) && word.allSatisfy { ("a"..."z").contains($0) }
    },
    NaiveType("((a|ab)(-b)?|[^a-zA-Z/]+)") { text in
      ["a", "ab", "a-b", "ab-b"].contains(text)
        || text.unicodeScalars.allSatisfy {
          !("a"..."z").contains($0) && !("A"..."Z").contains($0) && $0 != "/"
        }
    },
    NaiveType("(.{2})") { $0.unicodeScalars.count == 2 },
    NaiveType("<en|fr|学校|a>") { ["en", "fr", "学校", "a"].contains($0) },
  ]

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 128 } }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func isLetter(_ character: Character) -> Bool {
    character.utf8.count == 1 && character.isLetter
  }

  private static func isHex(_ character: Character) -> Bool {
    character.utf8.count == 1 && character.isHexDigit
  }
}
