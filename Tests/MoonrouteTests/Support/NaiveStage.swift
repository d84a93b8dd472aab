/// A simple model of a stage: objects with a reference to their containers.
///
/// The reference for ``StagePropertyTests``. It knows the routes of ``StageShape`` only by name.
final class NaiveStage {
  final class Place {
    let name: String
    var inside: [Place] = []
    var selected = 0
    var over: Place?
    var style = ""
    weak var holder: Place?
    /// Whether it is presented over its holder.
    var isOver = false

    init(_ name: String) { self.name = name }

    func add(_ place: Place) {
      inside.append(place)
      (place.holder, place.isOver) = (self, false)
    }

    func present(_ place: Place, _ style: String) {
      (over, place.style) = (place, style)
      (place.holder, place.isOver) = (self, true)
    }

    /// Whether this is a screen.
    var isScreen: Bool { name.first?.isUppercase == true }

    /// The place reached by following the shown contents.
    var front: Place {
      if let over { return over.front }
      if name == "tabs" { return inside[selected].front }
      return inside.last?.front ?? self
    }

    /// The places that contain it within the same presentation, itself first.
    var holders: [Place] {
      var holders: [Place] = [self]
      var place = self
      while !place.isOver, let next = place.holder {
        holders.append(next)
        place = next
      }
      return holders
    }
  }

  var root: Place?

  /// The visible place at the top.
  var top: Place? { root?.front }

  /// The stack for a push from a place, within its presentation.
  func stack(of place: Place) -> Place? {
    for holder in place.holders {
      if holder.name == "stack" { return holder }
      if holder.name == "tabs" { return holder.inside[holder.selected] }
    }
    return nil
  }

  // MARK: - Opening

  func setRoot(_ view: String, in wrap: String? = nil) {
    let screen = Place(view)
    switch wrap {
    case "stack":
      let stack = Place("stack")
      stack.add(screen)
      root = stack
    case "split":
      let (split, stack) = (Place("split"), Place("stack"))
      stack.add(screen)
      split.add(stack)
      root = split
    default: root = screen
    }
  }

  /// - Returns: Whether it was possible.
  func push(_ view: String) -> Bool {
    if root == nil {
      setRoot(view, in: "stack")
      return true
    }
    var place = top
    while let start = place {
      if let stack = stack(of: start) {
        for holder in stack.holders { holder.over = nil }
        stack.add(Place(view))
        return true
      }
      place = start.holders.last?.holder
    }
    return false
  }

  func present(_ view: String, _ style: String, inStack: Bool = false) -> Bool {
    if root == nil {
      setRoot(view, in: inStack ? "stack" : nil)
      return true
    }
    guard let base = top?.holders.last else { return false }
    let screen = Place(view)
    guard inStack else {
      base.present(screen, style)
      return true
    }
    let stack = Place("stack")
    stack.add(screen)
    base.present(stack, style)
    return true
  }

  func showDetail(_ view: String) -> Bool {
    guard let split = top?.holders.first(where: { $0.name == "split" }) else {
      return present(view, "present")
    }
    split.inside = Array(split.inside.prefix(1))
    split.add(Place(view))
    return true
  }

  /// Presents a page.
  ///
  /// If it is already on top, it is built again in its place.
  func presentOnce(_ view: String, inStack: Bool = false) -> Bool {
    if let top, top.name == view, let base = top.holders.last {
      let isAlone = base === top || base.name == "stack" && base.inside.count == 1
      if isAlone, !base.isOver || base.style == "present" { return true }
    }
    return present(view, "present", inStack: inStack)
  }

  func replace(_ view: String) -> Bool {
    if root == nil {
      setRoot(view)
      return true
    }
    guard let top, top.isScreen else { return false }
    let screen = Place(view)
    guard let holder = top.holder else {
      root = screen
      return true
    }
    if top.isOver {
      holder.present(screen, top.style)
    } else {
      holder.inside[holder.inside.count - 1] = screen
      screen.holder = holder
    }
    return true
  }

  func openTab(_ index: Int, _ views: [String]) -> Bool {
    guard let tabs = findTabs() else {
      let tabs = Place("tabs")
      for _ in 0..<2 { tabs.add(Place("stack")) }
      tabs.selected = index
      for view in views { tabs.inside[index].add(Place(view)) }
      root = tabs
      return true
    }
    let branch = tabs.inside[index]
    let wasShown = tabs.selected == index && tabs.over == nil
    (tabs.over, tabs.selected) = (nil, index)
    if branch.inside.isEmpty {
      for view in views { branch.add(Place(view)) }
    } else if views.count == 1 {
      if wasShown { branch.inside = Array(branch.inside.prefix(1)) }
    } else {
      branch.add(Place(views[1]))
    }
    return true
  }

  func go(_ view: String) {
    let stack = Place("stack")
    stack.add(Place(view))
    root = stack
  }

  func goTab(_ index: Int, _ views: [String]) {
    if let tabs = findTabs() { tabs.inside[index].inside = [] }
    guard findTabs() == nil else {
      _ = openTab(index, views)
      return
    }
    _ = openTab(index, views)
  }

  /// Tabs only occur as the window's root.
  private func findTabs() -> Place? { root?.name == "tabs" ? root : nil }
}
