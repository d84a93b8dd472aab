/// Draws the output of a terminal.
struct TerminalPicture {
  struct Span {
    var text: String
    let role: Palette.Role
    let isStrong: Bool
  }

  private let lines: [[Span]]

  private static let fontSize = 14.5
  private static let lineHeight = 22.0
  private static let head = 46.0
  private static let margin = 20.0

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.spans(of: $0) }
  }

  var plainLines: [String] { lines.map { $0.map(\.text).joined() } }

  /// The pieces of a line; the command resets colours at the end of each line.
  private static func spans(of line: Substring) -> [Span] {
    var spans: [Span] = []
    var role = Palette.Role.ink
    var isStrong = false
    var rest = line
    while let start = rest.firstIndex(of: "\u{1B}") {
      let before = String(rest[..<start])
      if !before.isEmpty { spans.append(Span(text: before, role: role, isStrong: isStrong)) }
      guard let end = rest[start...].firstIndex(of: "m") else { return spans }
      let code = rest[start..<end].dropFirst(2)
      (role, isStrong) = (Self.role(of: code), code == "1")
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { spans.append(Span(text: String(rest), role: role, isStrong: isStrong)) }
    return spans
  }

  /// The colours of the command: `ReportStyle.Tone`.
  private static func role(of code: Substring) -> Palette.Role {
    switch code {
    case "2": .soft
    case "31": .bad
    case "32": .good
    case "33": .notable
    case "36": .accent
    default: .ink
    }
  }

  func svg(_ palette: Palette) -> String {
    let width = Double(TerminalRecorder.columns) * Self.fontSize * 0.602 + 2 * Self.margin
    let height = Self.head + Double(lines.count) * Self.lineHeight + 14
    var canvas = Canvas(width: width.rounded(), height: height, palette: palette)
    for index in 0..<3 {
      canvas.circle(x: 25 + Double(index) * 18, y: 24, radius: 5.5, fill: .border)
    }
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let y = Self.head + Double(index) * Self.lineHeight + 12
      canvas.spans(
        line.map { ($0.text, $0.role, $0.isStrong) },
        x: Self.margin,
        y: y,
        size: Self.fontSize
      )
    }
    return canvas.svg(
      title: "A session of moonroute",
      description: plainLines.joined(separator: "\n")
    )
  }
}
