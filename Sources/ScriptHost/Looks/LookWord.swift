import LuaRuntime

/// A word of a look, with its fields.
struct LookWord {
  /// The second entry of a piece.
  enum Content {
    /// Text or a number, which can have bindings.
    case text
    /// The name of a field.
    case name
    /// A list, or a binding of one; then a piece for each item.
    case list(needsPiece: Bool)
    /// Pieces.
    case pieces
    case nothing
  }

  /// The values of a field.
  enum Field {
    case text, textOrNumber, flag, texts
    case number(ClosedRange<Double>)
    case whole(ClosedRange<Int>)
    case word([String])
  }

  let content: Content
  let fields: [String: Field]

  /// The fields of every word.
  private static let shared: [String: Field] = ["when": .text, "unless": .text, "tap": .text]

  private init(_ content: Content, _ fields: [String: Field] = [:]) {
    self.content = content
    self.fields = fields.merging(Self.shared) { own, _ in own }
  }

  private static let size = Field.number(1...4_000)

  static let all: [String: LookWord] = [
    "image": LookWord(
      .text,
      [
        "ratio": .number(0.1...10), "width": size, "fit": .word(["cover", "contain"]), "alt": .text,
      ]
    ),
    "heading": LookWord(.text, ["level": .whole(1...3)]),
    "text": LookWord(
      .text,
      ["soft": .flag, "lines": .whole(1...100), "align": .word(["start", "centre", "end"])]
    ),
    "price": LookWord(.text, ["currency": .text, "was": .textOrNumber, "zero": .text]),
    "badge": LookWord(
      .text,
      ["tone": .word(["accent", "good", "notable", "bad", "soft"])]
    ),
    "row": LookWord(
      .pieces,
      ["gap": .number(0...200), "align": .word(["start", "centre", "spread"])]
    ),
    "list": LookWord(.list(needsPiece: false), ["empty": .text]),
    "grid": LookWord(.list(needsPiece: true), ["empty": .text, "columns": .whole(1...4)]),
    "button": LookWord(.text, ["style": .word(["filled", "tinted", "plain"])]),
    "field": LookWord(.name, ["label": .text, "placeholder": .text, "secret": .flag]),
    "map": LookWord(
      .text,
      ["image": .text, "x": .number(0...1), "y": .number(0...1), "height": size]
    ),
    "body": LookWord(.nothing, ["without": .texts, "only": .texts]),
  ]

  static let names = all.keys.sorted()
}
