extension NaivePattern {
  /// The pattern in template syntax.
  var template: String { items.isEmpty ? "/" : items.map(Self.text).joined() }

  private static func text(_ item: Item) -> String {
    switch item {
    case .segment(let segment): "/" + text(segment)
    case .optional(let items): "(" + items.map(text).joined() + ")"
    }
  }

  private static func text(_ segment: Segment) -> String {
    switch segment {
    case .literal(let text): escaped(text)
    case .parameter(let name, let type): ":" + name + type.template
    case .one(let name): "*" + (name ?? "")
    case .many(let name): "**" + (name ?? "")
    case .mixed(let pieces):
      pieces.map { piece in
        switch piece {
        case .literal(let text): escaped(text)
        case .parameter(let name, let type): ":" + name + type.template
        }
      }
      .joined()
    }
  }

  static func escaped(_ text: String) -> String {
    text.map { ":*()?#%/<".contains($0) ? hex($0) : String($0) }.joined()
  }

  private static func hex(_ character: Character) -> String {
    character.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
