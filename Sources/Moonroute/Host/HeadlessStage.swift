/// A user interface without a screen: it performs every step and reports the result.
///
/// This is the reference implementation of a host. It knows only the steps that it received.
package final class HeadlessStage: PicturedHost {
  private var places: [Screen.ID: Place] = [:]

  private var root: Screen.ID?

  /// One place; a user interface would have an object for it.
  private struct Place {
    var kind: StageNode.Kind
    var children: [Screen.ID] = []
    var hasPrimary = false
    var selected: Int?
    var presented: Screen.ID?
    var screen: Screen?
  }

  /// Makes a host without content.
  package init() {}

  /// The current picture.
  package var picture: StagePicture? { root.flatMap(picture) }

  /// The description of a screen as the host shows it.
  package func screen(_ id: Screen.ID) -> Screen? { places[id]?.screen }

  /// The number of known places, visible or not, to find leftovers.
  package var placeCount: Int { places.count }

  /// Shows a change.
  package func apply(_ change: StageChange) {
    for step in change.steps { perform(step) }
  }

  /// Shows a screen's new description.
  package func update(_ screen: Screen) { places[screen.id]?.screen = screen }

  private func perform(_ step: StageStep) {
    switch step {
    case .setRoot(let node):
      if let root { forget(root) }
      root = node.map(show)
    case .dismiss(let id):
      if let presented = places[id]?.presented { forget(presented) }
      places[id]?.presented = nil
    case .present(let node, _, let id):
      let shown = show(node)
      places[id]?.presented = shown
    case .push(let node, let id):
      let shown = show(node)
      places[id]?.children.append(shown)
    case .pop(let count, let id):
      let gone = places[id]?.children.dropFirst(count) ?? []
      for child in gone { forget(child) }
      places[id]?.children.removeLast(gone.count)
    case .setChildren(let nodes, let id): set(nodes, of: id)
    case .select(let index, let id): places[id]?.selected = index
    case .setPrimary(let node, let id): set(node, isPrimary: true, of: id)
    case .setDetail(let node, let id): set(node, isPrimary: false, of: id)
    case .update(let screen): update(screen)
    }
  }

  private func show(_ node: StageNode) -> Screen.ID {
    var place = Place(kind: node.kind)
    place.children = node.children.map { places[$0.id] == nil ? show($0) : $0.id }
    place.presented = node.presented.map { show($0.node) }
    place.screen = node.screen
    switch node.content {
    case .tabs(_, let selected): place.selected = selected
    case .split(let primary, _): place.hasPrimary = primary != nil
    case .screen, .stack: break
    }
    places[node.id] = place
    return node.id
  }

  private func set(_ nodes: [StageNode], of id: Screen.ID) {
    let staying = Set(nodes.map(\.id))
    for child in places[id]?.children ?? [] where !staying.contains(child) { forget(child) }
    let children = nodes.map { places[$0.id] == nil ? show($0) : $0.id }
    places[id]?.children = children
  }

  private func set(_ node: StageNode?, isPrimary: Bool, of id: Screen.ID) {
    guard let split = places[id] else { return }
    var primary = split.hasPrimary ? split.children.first : nil
    var detail = split.hasPrimary ? split.children.dropFirst().first : split.children.first
    if let gone = isPrimary ? primary : detail { forget(gone) }
    if isPrimary { primary = node.map(show) } else { detail = node.map(show) }
    places[id]?.children = [primary, detail].compactMap { $0 }
    places[id]?.hasPrimary = primary != nil
  }

  private func forget(_ id: Screen.ID) {
    guard let place = places.removeValue(forKey: id) else { return }
    for child in place.children { forget(child) }
    if let presented = place.presented { forget(presented) }
  }

  private func picture(_ id: Screen.ID) -> StagePicture? {
    guard let place = places[id] else { return nil }
    return StagePicture(
      place.kind,
      id,
      children: place.children.compactMap(picture),
      selected: place.selected,
      presented: place.presented.flatMap(picture)
    )
  }
}
