extension NaiveStage {
  /// The place that one step back removes.
  private var lastStep: Place? {
    var place = top
    while let start = place {
      if start.isOver { return start }
      guard let holder = start.holder else { return nil }
      let isFirst = holder.inside.first === start
      if holder.name != "tabs", !isFirst { return start }
      place = holder
    }
    return nil
  }

  private func take(_ place: Place) {
    guard let holder = place.holder else { return }
    if place.isOver { holder.over = nil } else { holder.inside.removeLast() }
  }

  var steps: Int {
    let copy = NaiveStage()
    copy.root = root.map(Self.copy)
    var count = 0
    while let step = copy.lastStep {
      copy.take(step)
      count += 1
    }
    return count
  }

  func back(_ count: Int) -> Bool {
    guard count <= steps else { return false }
    for _ in 0..<count { lastStep.map(take) }
    return true
  }

  func dismiss() -> Bool {
    guard let base = top?.holders.last, base.isOver else { return false }
    base.holder?.over = nil
    return true
  }

  func popToRoot() -> Bool {
    guard let top, let stack = stack(of: top) else { return false }
    stack.inside = Array(stack.inside.prefix(1))
    return true
  }

  func select(_ index: Int) -> Bool {
    guard let tabs = root, tabs.name == "tabs" else { return false }
    guard !tabs.inside[index].inside.isEmpty else {
      return openTab(index, [["Feed", "Search"][index]])
    }
    (tabs.over, tabs.selected) = (nil, index)
    return true
  }

  func reset(_ index: Int) -> Bool {
    guard let tabs = root, tabs.name == "tabs" else { return false }
    tabs.inside[index].inside = Array(tabs.inside[index].inside.prefix(1))
    return true
  }

  private static func copy(_ place: Place) -> Place {
    let copy = Place(place.name)
    copy.selected = place.selected
    for inner in place.inside { copy.add(self.copy(inner)) }
    if let over = place.over { copy.present(self.copy(over), over.style) }
    return copy
  }

  /// The stage on one line.
  var drawing: String { root.map(Self.draw) ?? "empty" }

  private static func draw(_ place: Place) -> String {
    var text = place.name
    if place.name == "tabs" { text += "\(place.selected + 1)" }
    if !place.inside.isEmpty || !place.isScreen {
      text += "(" + place.inside.map(draw).joined(separator: " ") + ")"
    }
    if let over = place.over { text += " under " + over.style + " " + draw(over) }
    return text
  }
}
