struct Canvas {
  let palette: Palette

  let width: Double, height: Double

  private var elements: [String] = []

  /// Creates an empty card with rounded corners.
  init(width: Double, height: Double, palette: Palette) {
    self.width = width
    self.height = height
    self.palette = palette
    box(
      Box(x: 0.5, y: 0.5, width: width - 1, height: height - 1, radius: 14),
      fill: .card,
      stroke: .border
    )
  }

  struct Box {
    var x, y, width, height: Double
    var radius = 8.0

    var middleX: Double { x + width / 2 }
    var middleY: Double { y + height / 2 }
    /// The right and bottom edges.
    var right: Double { x + width }
    var bottom: Double { y + height }
  }

  struct Lettering {
    var size = 16.0
    var role = Palette.Role.ink
    var isStrong = false
    var isCode = false
    var anchor = Anchor.start

    enum Anchor: String { case start, middle, end }
  }

  mutating func box(
    _ box: Box,
    fill: Palette.Role?,
    stroke: Palette.Role? = nil,
    isDashed: Bool = false
  ) {
    let place =
      "x=\"\(box.x.short)\" y=\"\(box.y.short)\" width=\"\(box.width.short)\" "
      + "height=\"\(box.height.short)\" rx=\"\(box.radius.short)\""
    let dashes = isDashed ? " stroke-dasharray=\"5 5\"" : ""
    elements.append(
      "<rect \(place) fill=\"\(fill.map { palette[$0] } ?? "none")\"\(outline(stroke))\(dashes)/>"
    )
  }

  mutating func circle(
    x: Double,
    y: Double,
    radius: Double,
    fill: Palette.Role?,
    stroke: Palette.Role? = nil
  ) {
    elements.append(
      "<circle cx=\"\(x.short)\" cy=\"\(y.short)\" r=\"\(radius.short)\" "
        + "fill=\"\(fill.map { palette[$0] } ?? "none")\"\(outline(stroke))/>"
    )
  }

  /// Draws a line along an SVG path, with an optional arrow at its end.
  mutating func line(
    _ path: String,
    _ role: Palette.Role = .line,
    width: Double = 1.75,
    isDashed: Bool = false,
    hasArrow: Bool = false
  ) {
    let dashes = isDashed ? " stroke-dasharray=\"5 5\"" : ""
    let arrow = hasArrow ? " marker-end=\"url(#arrow-\(role))\"" : ""
    if hasArrow { arrows.insert("\(role)", palette[role]) }
    elements.append(
      "<path d=\"\(path)\" fill=\"none\" stroke=\"\(palette[role])\" "
        + "stroke-width=\"\(width.short)\" stroke-linecap=\"round\"\(dashes)\(arrow)/>"
    )
  }

  mutating func text(
    _ text: String,
    x: Double,
    y: Double,
    _ lettering: Lettering = Lettering(),
    turned: Double? = nil
  ) {
    let turn = turned.map { " transform=\"rotate(\($0.short) \(x.short) \(y.short))\"" } ?? ""
    let weight = lettering.isStrong ? " font-weight=\"600\"" : ""
    let anchor =
      lettering.anchor == .start ? "" : " text-anchor=\"\(lettering.anchor.rawValue)\""
    elements.append(
      "<text x=\"\(x.short)\" y=\"\(y.short)\" class=\"\(lettering.isCode ? "c" : "t")\" "
        + "font-size=\"\(lettering.size.short)\"\(weight)\(anchor) "
        + "fill=\"\(palette[lettering.role])\"\(turn)>\(text.escapedForXML)</text>"
    )
  }

  /// Draws pieces of code in several colours on one line.
  mutating func spans(
    _ spans: [(text: String, role: Palette.Role, isStrong: Bool)],
    x: Double,
    y: Double,
    size: Double
  ) {
    let pieces = spans.map { span in
      "<tspan fill=\"\(palette[span.role])\"\(span.isStrong ? " font-weight=\"600\"" : "")>"
        + "\(span.text.escapedForXML)</tspan>"
    }
    elements.append(
      "<text x=\"\(x.short)\" y=\"\(y.short)\" class=\"c\" font-size=\"\(size.short)\" "
        + "xml:space=\"preserve\">\(pieces.joined())</text>"
    )
  }

  /// Draws a text in a pill.
  mutating func pill(
    _ label: String,
    right: Double,
    middleY: Double,
    role: Palette.Role,
    fill: Palette.Role
  ) {
    let width = Double(label.count) * 8.1 + 20
    box(
      Box(x: right - width, y: middleY - 13, width: width, height: 26, radius: 13),
      fill: fill
    )
    text(
      label,
      x: right - width / 2,
      y: middleY + 4.5,
      Lettering(size: 13.5, role: role, isCode: true, anchor: .middle)
    )
  }

  private var arrows = ArrowHeads()

  private func outline(_ stroke: Palette.Role?) -> String {
    stroke.map { " stroke=\"\(palette[$0])\" stroke-width=\"1.25\"" } ?? ""
  }

  func svg(title: String, description: String) -> String {
    let size = "\(width.short) \(height.short)"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width.short)" height="\(height.short)" \
      viewBox="0 0 \(size)" role="img">
      <title>\(title.escapedForXML)</title>
      <desc>\(description.escapedForXML)</desc>
      <style>
      .t { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif }
      .c { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; \
      white-space: pre }
      </style>
      \((arrows.definitions + elements).joined(separator: "\n"))
      </svg>

      """
  }
}

private struct ArrowHeads {
  private var colours: [String: String] = [:]

  mutating func insert(_ name: String, _ colour: String) { colours[name] = colour }

  var definitions: [String] {
    colours.sorted { $0.key < $1.key }
      .map { name, colour in
        "<defs><marker id=\"arrow-\(name)\" viewBox=\"0 0 10 10\" refX=\"8.5\" refY=\"5\" "
          + "markerWidth=\"6\" markerHeight=\"6\" orient=\"auto-start-reverse\">"
          + "<path d=\"M1 1 L9 5 L1 9\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.8\" "
          + "stroke-linecap=\"round\" stroke-linejoin=\"round\"/></marker></defs>"
      }
  }
}

extension Double {
  /// The number without a zero fraction.
  var short: String {
    let tenths = (self * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}

extension String {
  var escapedForXML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
