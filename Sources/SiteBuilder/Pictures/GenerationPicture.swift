extension Picture {
  private static let left = 24.0
  private static let right = 242.0
  private static let column = 194.0

  /// The effects of a reload: the replaced things and the kept things.
  static let generation = Picture(
    name: "generation",
    title: "The life of a generation",
    description: "Generation 1 runs. A file is saved: generation 2 loads beside it, in its own "
      + "state. If there is a problem, generation 1 keeps running and the problem is shown. "
      + "Otherwise generation 2 takes over in one step, and everything that generation 1 "
      + "registered is removed. The stage, the session, kept values, sticky events and stored "
      + "resources are preserved.",
    height: 700
  ) { canvas in
    drawColumns(on: &canvas)
    drawLoad(on: &canvas)
    drawChoice(on: &canvas)
    drawLives(on: &canvas)
  }

  private static func drawColumns(on canvas: inout Canvas) {
    for (x, title) in [(left, "generation 1"), (right, "generation 2")] {
      canvas.text(
        title,
        x: x + column / 2,
        y: 44,
        .init(size: 18, isStrong: true, anchor: .middle)
      )
    }
    card(["answers links,", "timers and events"], x: left, y: 66, role: .accent, on: &canvas)
  }

  private static func drawLoad(on canvas: inout Canvas) {
    canvas.line(
      "M\(left + column + 4) 96 H\(right + 57) Q\(right + 97) 96 \(right + 97) 132 V152",
      hasArrow: true
    )
    canvas.text("a file is saved", x: right + 4, y: 84, .init(size: 15.5, role: .soft))
    canvas.line("M\(left + column / 2) 138 V350", .accent, hasArrow: true)
    canvas.text("active", x: left + 26, y: 214, .init(size: 15.5, role: .soft))
    card(
      ["loads beside it", "in its own state and", "checks every route"],
      x: right,
      y: 158,
      isDashed: true,
      on: &canvas
    )
    canvas.line("M\(right + column / 2) 250 V350", hasArrow: true)
  }

  private static func drawChoice(on canvas: inout Canvas) {
    canvas.line(
      "M\(right + 34) 250 V264 Q\(right + 34) 276 \(right + 22) 276 H\(left + column / 2 + 12)",
      .bad,
      isDashed: true,
      hasArrow: true
    )
    canvas.text(
      "a problem: it is shown",
      x: left + column / 2 + 14,
      y: 301,
      .init(size: 15.5, role: .bad)
    )
    canvas.text(
      "and nothing changes",
      x: left + column / 2 + 14,
      y: 322,
      .init(size: 15.5, role: .bad)
    )
    canvas.text(
      "no problem",
      x: Picture.width - 24,
      y: 276,
      .init(size: 15.5, role: .good, anchor: .end)
    )
    let bar = Canvas.Box(x: left, y: 358, width: Picture.width - 2 * left, height: 44, radius: 10)
    canvas.box(bar, fill: .goodFill)
    canvas.text(
      "the swap: one step between two links",
      x: bar.middleX,
      y: bar.middleY + 5.5,
      .init(size: 16, role: .good, isStrong: true, anchor: .middle)
    )
    canvas.line("M\(left + column / 2) 406 V432", hasArrow: true)
    canvas.line("M\(right + column / 2) 406 V432", .accent, hasArrow: true)
    card(
      ["ends with its", "guards, timers and", "subscriptions"],
      x: left,
      y: 438,
      isDashed: true,
      on: &canvas
    )
    card(
      ["answers; rebuilds", "the screens of the", "stage in place"],
      x: right,
      y: 438,
      role: .accent,
      on: &canvas
    )
  }

  private static func drawLives(on canvas: inout Canvas) {
    let box = Canvas.Box(x: left, y: 558, width: Picture.width - 2 * left, height: 118, radius: 12)
    canvas.box(box, fill: .panel)
    canvas.text("preserved", x: box.x + 20, y: box.y + 32, .init(size: 16, isStrong: true))
    canvas.text(
      "the stage and entered text  ·  session",
      x: box.x + 20,
      y: box.y + 62,
      .init(size: 15.5, role: .soft)
    )
    canvas.text(
      "reload.keep  ·  sticky events  ·  stored resources",
      x: box.x + 20,
      y: box.y + 90,
      .init(size: 15.5, role: .soft)
    )
  }

  /// Draws lines of text in a box of one column.
  private static func card(
    _ lines: [String],
    x: Double,
    y: Double,
    role: Palette.Role? = nil,
    isDashed: Bool = false,
    on canvas: inout Canvas
  ) {
    let box = Canvas.Box(
      x: x,
      y: y,
      width: column,
      height: Double(lines.count) * 22 + 24,
      radius: 10
    )
    canvas.box(
      box,
      fill: role == nil ? nil : .accentFill,
      stroke: role ?? .line,
      isDashed: isDashed
    )
    for (index, line) in lines.enumerated() {
      canvas.text(
        line,
        x: box.middleX,
        y: y + 30 + Double(index) * 22,
        .init(size: 15.5, anchor: .middle)
      )
    }
  }
}
