import RoutePatterns

extension Picture {
  /// Patterns that all match one path, unordered, each with a description.
  private static let patterns = [
    ("/**", "anything"),
    ("/user/*", "one segment"),
    ("/user/:id", "a parameter"),
    ("/:kind/v7", "text, but after a parameter"),
    ("/user/v7", "text"),
    ("/user/**", "any number of segments"),
    ("/user/:id<slug>", "a parameter of a type"),
    ("/user/v:number", "text around a parameter"),
  ]

  private static let rowHeight = 58.0

  /// The precedence of several matching patterns; the order is that of the table.
  static var rank: Picture {
    get throws {
      let entries = try patterns.map { RouteTable.Entry(pattern: try RoutePattern($0.0)) }
      guard let location = Location("/user/v7") else { throw SiteError.cannotDraw("rank") }
      let rows = RouteTable(entries).matches(location).map { patterns[$0.entry] }
      let words = rows.map(\.0).joined(separator: ", ")
      return Picture(
        name: "rank",
        title: "The rank of patterns",
        description: "For /user/v7 these patterns match, best first: \(words).",
        height: 78 + Double(rows.count) * rowHeight + 12
      ) { canvas in
        canvas.text("Open", x: 28, y: 46, .init(size: 17, role: .soft))
        canvas.text("/user/v7", x: 84, y: 46, .init(size: 18, isStrong: true, isCode: true))
        canvas.text(
          "all of these match",
          x: Picture.width - 28,
          y: 46,
          .init(size: 15.5, role: .soft, anchor: .end)
        )
        for (index, row) in rows.enumerated() {
          draw(row, place: index, y: 70 + Double(index) * rowHeight, on: &canvas)
        }
      }
    }
  }

  /// Draws a row: lower rows are less exact.
  private static func draw(
    _ row: (String, String),
    place: Int,
    y: Double,
    on canvas: inout Canvas
  ) {
    let isWinner = place == 0
    let box = Canvas.Box(
      x: 20,
      y: y,
      width: Picture.width - 40,
      height: rowHeight - 10,
      radius: 10
    )
    canvas.box(box, fill: isWinner ? .accentFill : .panel, stroke: isWinner ? .accent : nil)
    canvas.text(
      "\(place + 1)",
      x: 46,
      y: box.middleY + 5.5,
      .init(size: 15.5, role: isWinner ? .accent : .soft, isStrong: isWinner, anchor: .middle)
    )
    var x = 70.0
    for piece in pieces(of: row.0) {
      canvas.text(
        piece.text,
        x: x,
        y: box.middleY + 6,
        .init(size: 17, role: piece.isHole ? .accent : .ink, isStrong: piece.isHole, isCode: true)
      )
      x += Double(piece.text.count) * 10.25
    }
    canvas.text(
      row.1,
      x: Picture.width - 38,
      y: box.middleY + 5.5,
      .init(size: 15.5, role: .soft, anchor: .end)
    )
  }

  /// The parts of a pattern: literal text and placeholders.
  private static func pieces(of pattern: String) -> [(text: String, isHole: Bool)] {
    var pieces: [(text: String, isHole: Bool)] = []
    for character in pattern {
      let isStart = character == ":" || character == "*"
      let goesOn = pieces.last?.isHole == true && character != "/"
      let isHole = isStart || goesOn
      if pieces.last?.isHole == isHole {
        pieces[pieces.count - 1].text.append(character)
      } else {
        pieces.append((String(character), isHole))
      }
    }
    return pieces
  }
}
