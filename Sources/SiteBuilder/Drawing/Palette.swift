/// The colours of a drawing by purpose.
struct Palette: Sendable {
  enum Role: Sendable {
    case card, border, panel, ink, soft, line
    case accent, accentFill, good, goodFill, bad, badFill, notable
  }

  /// The suffix of the file name: DocC uses `~dark` for dark mode.
  let suffix: String

  private let colours: [Role: String]

  subscript(role: Role) -> String { colours[role] ?? "none" }

  static let light = Palette(
    suffix: "",
    colours: [
      .card: "#ffffff", .border: "#e4e7ec", .panel: "#f6f7f9", .ink: "#171a21", .soft: "#626b7a",
      .line: "#c3c9d3", .accent: "#4653c9", .accentFill: "#eceeff", .good: "#14734a",
      .goodFill: "#e5f5ed", .bad: "#b3323b", .badFill: "#fdecec", .notable: "#8a5a00",
    ]
  )

  static let dark = Palette(
    suffix: "~dark",
    colours: [
      .card: "#15171c", .border: "#2b2f38", .panel: "#1d2027", .ink: "#f1f3f7", .soft: "#a0a8b6",
      .line: "#474d5a", .accent: "#a9b2ff", .accentFill: "#262a4d", .good: "#62cf9f",
      .goodFill: "#153127", .bad: "#ff9397", .badFill: "#3c2023", .notable: "#f0b865",
    ]
  )
}
