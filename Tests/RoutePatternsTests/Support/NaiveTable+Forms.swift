extension NaiveTable.Entry {
  /// The forms in the entry.
  var forms: Set<String> {
    var forms = Set(pattern.items.flatMap(Self.forms))
    if scheme != nil { forms.insert("scheme") }
    if let host { forms.insert(host.contains { $0 == "*" } ? "host with *" : "host") }
    if host?.contains(where: { $0.hasPrefix(":") }) == true { forms.insert("host with :name") }
    if priority != 0 { forms.insert("priority") }
    if !isCaseSensitive { forms.insert("any case") }
    return forms
  }

  /// All existing forms.
  static let allForms: Set<String> =
    Set(NaiveType.others.map(\.template))
    .union([
      "literal", "Unicode literal", "parameter", "mixed", "mixed with types", "*", "*name", "**",
      "**name", "optional", "scheme", "host", "host with *", "host with :name", "priority",
      "any case",
    ])

  private static func forms(_ item: NaivePattern.Item) -> [String] {
    switch item {
    case .optional(let items): ["optional"] + items.flatMap(forms)
    case .segment(.literal(let text)):
      [text.utf8.contains { $0 >= 0x80 } ? "Unicode literal" : "literal"]
    case .segment(.parameter(_, let type)): [type.isText ? "parameter" : type.template]
    case .segment(.one(let name)): [name == nil ? "*" : "*name"]
    case .segment(.many(let name)): [name == nil ? "**" : "**name"]
    case .segment(.mixed(let pieces)):
      [
        pieces.contains { if case .parameter(_, let type) = $0 { !type.isText } else { false } }
          ? "mixed with types" : "mixed"
      ]
    }
  }
}
