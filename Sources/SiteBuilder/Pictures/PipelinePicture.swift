extension Picture {
  private struct Step {
    let name: String
    let words: String
    var mayWait = false
    /// The status of an open that ends here.
    var end: String?
  }

  private static let steps = [
    Step(name: "parse, drop", words: "the text becomes a location", end: "failed"),
    Step(
      name: "proxies",
      words: "rewrite, redirect, or stop it",
      mayWait: true,
      end: "intercepted"
    ),
    Step(name: "match", words: "the best route; no script runs", end: "not_found"),
    Step(
      name: "guards, redirects",
      words: "from the root: allow, stop, or redirect",
      mayWait: true,
      end: "intercepted"
    ),
    Step(name: "animator", words: "how the screen will be shown", end: "failed"),
    Step(
      name: "leave guards",
      words: "run for each screen to be removed",
      mayWait: true,
      end: "intercepted"
    ),
    Step(name: "build", words: "the view runs, once", mayWait: true, end: "failed"),
    Step(name: "show", words: "the stage changes"),
  ]

  private static let top = 52.0
  private static let distance = 78.0
  private static let spine = 92.0

  /// The space for the end of an action, after the guards.
  private static let actionRoom = 40.0

  private static func y(_ step: Int) -> Double {
    top + Double(step) * distance + (step > 3 ? actionRoom : 0)
  }

  /// The steps of an open.
  static let pipeline = Picture(
    name: "pipeline",
    title: "The steps of an open",
    description: "A location is parsed, passed through the proxies, matched, and passed through "
      + "guards and redirects. A redirect starts again at parse. An action then returns its "
      + "result. For a view, an animator is chosen, leave guards run, and the view is built and "
      + "shown. Proxies, guards, leave guards and views may wait. An open that stops early ends as "
      + "failed, intercepted or not_found.",
    height: y(steps.count - 1) + 174
  ) { canvas in
    canvas.line("M\(spine.short) \(top) V\(y(steps.count - 1).short)")
    drawRedirect(on: &canvas)
    for (index, step) in steps.enumerated() { draw(step, at: y(index), on: &canvas) }
    drawAction(on: &canvas)
    drawEnd(on: &canvas)
  }

  private static func draw(_ step: Step, at y: Double, on canvas: inout Canvas) {
    if step.mayWait {
      canvas.circle(x: spine, y: y, radius: 11, fill: .card, stroke: .accent)
      canvas.line("M\(spine) \(y - 5.5) V\(y) L\(spine + 4) \(y + 2.5)", .accent, width: 1.6)
    } else {
      canvas.circle(x: spine, y: y, radius: 6, fill: .accent)
    }
    canvas.text(step.name, x: spine + 30, y: y + 1, .init(size: 19, isStrong: true))
    canvas.text(step.words, x: spine + 30, y: y + 24, .init(size: 15.5, role: .soft))
    guard let end = step.end else { return }
    canvas.pill(end, right: Picture.width - 26, middleY: y - 5, role: .bad, fill: .badFill)
  }

  private static func drawRedirect(on canvas: inout Canvas) {
    let (from, to) = (y(3), y(0))
    canvas.line(
      "M\(spine - 18) \(from) H58 Q42 \(from) 42 \(from - 16) V\(to + 16) Q42 \(to) 58 \(to) "
        + "H\(spine - 14)",
      .notable,
      hasArrow: true
    )
    canvas.text(
      "redirect",
      x: 32,
      y: (from + to) / 2,
      .init(size: 15.5, role: .notable, anchor: .middle),
      turned: -90
    )
  }

  private static func drawAction(on canvas: inout Canvas) {
    let y = y(3) + 62
    canvas.line("M\(spine) \(y) H\(Picture.width - 114)", .good, isDashed: true)
    canvas.box(
      .init(x: spine + 30, y: y - 12, width: 146, height: 24, radius: 4),
      fill: .card
    )
    canvas.text("an action answers", x: spine + 36, y: y + 5, .init(size: 15.5, role: .good))
    canvas.pill("handled", right: Picture.width - 26, middleY: y, role: .good, fill: .goodFill)
  }

  private static func drawEnd(on canvas: inout Canvas) {
    let last = y(steps.count - 1)
    canvas.pill(
      "opened",
      right: Picture.width - 26,
      middleY: last - 5,
      role: .good,
      fill: .goodFill
    )
    let legend = last + 62
    canvas.line("M26 \(legend) H\(Picture.width - 26)", .border, width: 1.25)
    canvas.circle(x: 40, y: legend + 34, radius: 11, fill: .card, stroke: .accent)
    canvas.line("M40 \(legend + 28.5) V\(legend + 34) L44 \(legend + 36.5)", .accent, width: 1.6)
    canvas.text("may wait", x: 64, y: legend + 39.5, .init(size: 15.5, role: .soft))
    canvas.text(
      "Another page may be shown instead",
      x: 28,
      y: legend + 80,
      .init(size: 15.5, role: .soft)
    )
    canvas.pill(
      "fell_back",
      right: Picture.width - 26,
      middleY: legend + 75,
      role: .good,
      fill: .goodFill
    )
  }
}
