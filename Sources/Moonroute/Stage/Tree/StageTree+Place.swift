extension StageTree {
  /// The maximum number of modals over each other: more would be a loop, and too deep for
  /// recursion.
  static let modalLimit = 30

  /// The maximum depth of the tree.
  ///
  /// The functions on the tree are recursive. This depth fits the 512 KiB stack of a thread in a
  /// pool, even in a debug build with the address sanitizer.
  static let depthLimit = 64

  /// Places a new screen with an animator; returns the new tree and the name of the effect.
  ///
  /// A refresh uses its `otherwise`; an unresolved custom animator places nothing. If the source is
  /// `nil` or a removed screen, it is the top.
  ///
  /// - Throws: `animation_failed` with the reason if the animator is not possible.
  func placing(
    _ screen: Screen,
    by animator: Animator,
    from source: Screen.ID?,
    makeID: () -> Screen.ID
  ) throws(RouterError) -> (tree: StageTree, effect: String) {
    try placing(StageNode(screen), by: animator, from: source, makeID: makeID)
  }

  func placing(
    _ node: StageNode,
    by animator: Animator,
    from source: Screen.ID?,
    makeID: () -> Screen.ID
  ) throws(RouterError) -> (tree: StageTree, effect: String) {
    let origin = source.flatMap(path(to:)) ?? topPath
    var (tree, node) = (self, node)
    switch root == nil ? animator.asFirst.effect : animator.effect {
    case .root(let wrap):
      tree.root = wrapped(node, in: wrap, makeID)
      return (tree, "root")
    case .push(let underModal, let clearTo):
      node.options = animator.options
      try tree.push(node, from: origin, underModal: underModal, clearTo: clearTo)
      return (tree, animator.name == "custom_push" ? animator.name : "push")
    case .present(let style, let wrap):
      try tree.present(wrapped(node, in: wrap, makeID), style: style)
      return (tree, style.name)
    case .automatic(let wrap):
      let effect = automaticAnimator(from: origin, wrap: wrap)
      return try placing(node, by: effect, from: source, makeID: makeID)
    case .show(let wrap):
      guard let split = split(around: origin) else {
        return try placing(node, by: .push, from: source, makeID: makeID)
      }
      // An existing stack takes the screen without a container.
      let wrap = hasStack(inPrimaryOf: split) ? nil : wrap
      tree.show(wrapped(node, in: wrap, makeID), inPrimaryOf: split)
      return (tree, "show")
    case .showDetail(let wrap):
      guard let split = split(around: origin) else {
        return try placing(node, by: .present(wrap: wrap), from: source, makeID: makeID)
      }
      try limitDepth(of: split, for: "show_detail")
      tree.show(wrapped(node, in: wrap, makeID), inDetailOf: split)
      return (tree, "show_detail")
    case .replace:
      try tree.replaceTop(with: node)
      return (tree, "replace")
    case .refresh(_, let otherwise):
      return try placing(node, by: otherwise, from: source, makeID: makeID)
    case .custom: return (self, "custom")
    }
  }

  /// Whether an animator would present over the top in the style of the top itself: the top fills
  /// the window, or is the only screen of a presentation in that style.
  func presentsAgain(by animator: Animator, from source: Screen.ID?) -> Bool {
    guard let style = presentationStyle(of: animator, from: source), let top = topPath else {
      return false
    }
    let base = top.presentationRoot
    let isWrapped = node(at: base)?.kind == .stack && top == base.appending(.child(0))
    guard top == base || isWrapped else { return false }
    guard let holder = base.parent else { return true }
    return node(at: holder)?.presented?.style.name == style
  }

  /// The presentation style of an animator at a place, or `nil` if it does not present.
  private func presentationStyle(of animator: Animator, from source: Screen.ID?) -> String? {
    switch animator.effect {
    case .present(let style, _): return style.name
    case .automatic(let wrap):
      let origin = source.flatMap(path(to:)) ?? topPath
      guard case .present(let style, _) = automaticAnimator(from: origin, wrap: wrap).effect else {
        return nil
      }
      return style.name
    default: return nil
    }
  }

  private func automaticAnimator(from origin: StagePath?, wrap: Animator.Wrap?) -> Animator {
    guard let origin else { return .root(wrap: wrap) }
    return enclosingStack(of: origin) == nil ? .present(wrap: wrap) : .push
  }

  /// Puts a node into a new container, if any.
  private func wrapped(
    _ node: StageNode,
    in wrap: Animator.Wrap?,
    _ makeID: () -> Screen.ID
  ) -> StageNode {
    switch wrap {
    case nil: node
    case .stack: StageNode(id: makeID(), content: .stack([node]))
    case .split:
      StageNode(
        id: makeID(),
        content: .split(primary: wrapped(node, in: .stack, makeID), detail: nil)
      )
    }
  }

  private mutating func present(
    _ node: StageNode,
    style: PresentationStyle
  ) throws(RouterError) {
    guard let top = topPath else {
      throw .animationFailed(
        "\(style.name) needs a screen to present from, but the stage is empty. Use 'root' first."
      )
    }
    let modals = top.steps.count { $0 == .presented }
    guard modals < Self.modalLimit else {
      throw .animationFailed(
        "\(style.name) is not possible: \(modals) modals are already open. Dismiss some first."
      )
    }
    try limitDepth(of: top, for: style.name)
    update(at: top.presentationRoot) { $0.presented = .over(node, style: style) }
  }

  /// Throws if the tree would become too deep for recursion.
  private func limitDepth(of place: StagePath, for name: String) throws(RouterError) {
    // One screen can add a presentation, a split and a stack.
    guard place.steps.count + 3 > Self.depthLimit else { return }
    throw .animationFailed(
      "\(name) is not possible: \(place.steps.count) places are already nested. Use 'root' first."
    )
  }

  private mutating func replaceTop(with node: StageNode) throws(RouterError) {
    guard let path = topPath, let top = self.node(at: path), top.screen != nil else {
      throw .animationFailed(
        "replace needs a screen to replace, but there is none. Use 'root' first."
      )
    }
    var node = node
    node.options = top.options
    update(at: path) { $0 = node }
  }
}

extension Animator {
  /// The animator for an empty stage: effects that need a node below become root.
  fileprivate var asFirst: Animator {
    switch effect {
    case .push: .root(wrap: .stack)
    case .show(let wrap): .root(wrap: wrap ?? .stack)
    case .present(_, let wrap), .showDetail(let wrap): .root(wrap: wrap)
    case .replace: .root
    case .root, .automatic, .custom, .refresh: self
    }
  }
}

extension RouterError {
  static func animationFailed(_ message: String) -> RouterError {
    RouterError(.animationFailed, message)
  }
}
