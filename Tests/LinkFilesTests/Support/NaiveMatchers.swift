import MessageStream

/// Apple's and Android's rules, written again from their description, without an index.
struct NaiveMatchers {
  private let apple: [JSON]
  private let variables: JSON
  private let android: [JSON]

  init(apple: JSON, android: JSON) {
    let details = apple["applinks"]["details"].items
    self.apple = details.flatMap { $0["components"].items }
    variables = apple["applinks"]["substitutionVariables"]
    let statement = android.items.first ?? .null
    self.android =
      statement["relation_extensions"]["delegate_permission/common.handle_all_urls"][
        "dynamic_app_link_components"
      ]
      .items
  }

  /// Whether the first component that matches a path, as written in a URL, opens the app.
  func appleOpens(_ path: String) -> Bool {
    let found = apple.first { component in
      var (pattern, path) = (component["/"].text ?? "*", path)
      if component["percentEncoded"].bool == false { path = Self.decoded(path) }
      if component["caseSensitive"].bool == false {
        (pattern, path) = (pattern.lowercased(), path.lowercased())
      }
      return matches(Array(pattern), Array(path))
    }
    return found.map { $0["exclude"].bool != true } ?? false
  }

  func androidOpens(_ path: String) -> Bool {
    let found = android.first { component in
      Self.androidMatches(Array(component["/"].text ?? ""), Array(Self.decoded(path)))
    }
    return found.map { $0["exclude"].bool != true } ?? false
  }

  /// Tries every way to divide the text.
  private func matches(_ pattern: [Character], _ text: [Character]) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return (0...text.count)
        .contains { count in
          matches(Array(pattern.dropFirst()), Array(text.dropFirst(count)))
        }
    }
    if first == "$", pattern.count > 1, pattern[1] == "(", let end = pattern.firstIndex(of: ")") {
      let name = String(pattern[2..<end])
      return variables[name].items
        .contains { value in
          let value = Array(value.text ?? "")
          return text.starts(with: value)
            && matches(Array(pattern[(end + 1)...]), Array(text.dropFirst(value.count)))
        }
    }
    guard let next = text.first, first == "?" || first == next else { return false }
    return matches(Array(pattern.dropFirst()), Array(text.dropFirst()))
  }

  /// A `*` goes to the first occurrence of the character after it.
  static func androidMatches(_ pattern: [Character], _ text: [Character]) -> Bool {
    var text = text[...]
    for (index, character) in pattern.enumerated() {
      switch character {
      case "*":
        guard index + 1 < pattern.count else { return true }
        guard let place = text.firstIndex(of: pattern[index + 1]) else { return false }
        text = text[place...]
      case "?": guard text.popFirst() != nil else { return false }
      default: guard text.popFirst() == character else { return false }
      }
    }
    return text.isEmpty
  }

  static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count > 1,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
