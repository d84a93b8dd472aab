import Moonroute

/// A node of the stage as a drawable block: a screen, or a frame around blocks.
struct StageBlock {
  private let label: String
  private let id: Screen.ID?
  private let blocks: [StageBlock]
  private let presented: [(style: String, block: StageBlock)]

  private static let screenHeight = 38.0
  private static let headHeight = 30.0
  private static let gap = 6.0
  private static let margin = 8.0
  private static let presentGap = 34.0

  init(_ node: StageNode, prefix: String? = nil) {
    id = node.screen?.id
    let kind = node.screen.map(\.view) ?? node.kind.rawValue
    let isBranch = prefix != nil && node.kind == .stack
    label = isBranch ? prefix ?? kind : [prefix, kind].compactMap { $0 }.joined(separator: ": ")
    blocks = node.children.enumerated()
      .map { index, child in StageBlock(child, prefix: Self.prefix(of: index, in: node)) }
    presented = node.presented.map { [("present", StageBlock($0.node))] } ?? []
  }

  /// The prefix of a tab or of a place in a split.
  private static func prefix(of index: Int, in node: StageNode) -> String? {
    switch node.content {
    case .tabs(let branches, let selected):
      (index == selected ? "● " : "○ ") + (branches[index].name ?? "tab")
    case .split(let primary, _): index == 0 && primary != nil ? "primary" : "detail"
    default: nil
    }
  }

  var height: Double {
    let over = presented.reduce(0) { $0 + Self.presentGap + $1.block.height }
    guard id == nil else { return Self.screenHeight + over }
    let inside = blocks.reduce(0) { $0 + $1.height + Self.gap }
    return Self.headHeight + inside + Self.margin - (blocks.isEmpty ? Self.margin : Self.gap) + over
  }

  struct Marks {
    let top: Screen.ID?
    var new: Set<Screen.ID> = []
    var changed: Set<Screen.ID> = []
  }

  func draw(x: Double, y: Double, width: Double, _ marks: Marks, on canvas: inout Canvas) {
    let over = presented.reduce(0) { $0 + Self.presentGap + $1.block.height }
    let box = Canvas.Box(x: x, y: y, width: width, height: height - over)
    if let id {
      drawScreen(box, id, marks, on: &canvas)
    } else {
      drawFrame(box, marks, on: &canvas)
    }
    for (style, block) in presented {
      let start = box.bottom
      canvas.line(
        "M\(box.middleX.short) \((start + 3).short) V\((start + Self.presentGap - 5).short)",
        .accent,
        isDashed: true,
        hasArrow: true
      )
      canvas.text(
        style,
        x: box.middleX + 12,
        y: start + 22,
        .init(size: 14, role: .soft)
      )
      block.draw(x: x, y: start + Self.presentGap, width: width, marks, on: &canvas)
    }
  }

  private func drawScreen(
    _ box: Canvas.Box,
    _ id: Screen.ID,
    _ marks: Marks,
    on canvas: inout Canvas
  ) {
    let isTop = id == marks.top
    let isChanged = marks.changed.contains(id)
    let isNew = marks.new.contains(id) || isChanged
    canvas.box(box, fill: isNew ? .accentFill : .panel, stroke: isNew ? .accent : .border)
    canvas.text(
      label,
      x: box.x + 14,
      y: box.middleY + 5.5,
      .init(size: 16, role: isNew ? .accent : .ink, isStrong: isNew || isTop)
    )
    guard isTop else { return }
    canvas.text(
      isChanged ? "changed" : "top",
      x: box.right - 12,
      y: box.middleY + 5,
      .init(size: 14, role: isNew ? .accent : .soft, anchor: .end)
    )
  }

  private func drawFrame(_ box: Canvas.Box, _ marks: Marks, on canvas: inout Canvas) {
    canvas.box(box, fill: .card, stroke: .line)
    canvas.text(label, x: box.x + 14, y: box.y + 21, .init(size: 14.5, role: .soft))
    if blocks.isEmpty {
      canvas.text(
        "empty",
        x: box.right - 12,
        y: box.y + 21,
        .init(size: 14, role: .soft, anchor: .end)
      )
    }
    var y = box.y + Self.headHeight
    for block in blocks {
      block.draw(
        x: box.x + Self.margin,
        y: y,
        width: box.width - 2 * Self.margin,
        marks,
        on: &canvas
      )
      y += block.height + Self.gap
    }
  }
}
