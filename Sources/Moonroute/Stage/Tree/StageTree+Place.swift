extension StageTree {
  /// The most modals over each other: more is a loop, and would make the tree too deep to walk.
  static let modalLimit = 30

  /// The most places inside and over each other.
  ///
  /// A walk of a tree calls itself for each; that fits the 512 KiB stack of a thread of a pool, in a
  /// debug build under the address sanitizer, too.
  static let depthLimit = 64

  /// The tree with a new screen placed by an animator.
  ///
  /// - Parameters:
  ///   - screen: The screen; it needs an identity of its own.
  ///   - animator: How it is placed. A refresh is placed as its `otherwise`; a custom animator, not
  ///     asked yet, as nothing.
  ///   - source: The screen the open starts from. `nil` or one that is gone: the top.
  ///   - makeID: Makes identities for new containers.
  /// - Returns: The new tree and the name of the effect that placed the screen.
  /// - Throws: `animation_failed` with the reason when the animator cannot do its work.
  func placing(
    _ screen: Screen,
    by animator: Animator,
    from source: Screen.ID?,
    makeID: () -> Screen.ID
  ) throws(RouterError) -> (tree: StageTree, effect: String) {
    try placing(StageNode(screen), by: animator, from: source, makeID: makeID)
  }

  /// The tree with a new node placed by an animator.
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
      // A stack that is there already takes the screen as it is.
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

  /// Whether an animator would present over the top in the way in which the top came: the top is
  /// what fills the window, or was presented in that style, alone.
  func presentsAgain(by animator: Animator, from source: Screen.ID?) -> Bool {
    guard let style = presentationStyle(of: animator, from: source), let top = topPath else {
      return false
    }
    let base = top.presentationRoot
    let isWrapped = node(at: base)?.kind == "stack" && top == base.appending(.child(0))
    guard top == base || isWrapped else { return false }
    guard let holder = base.parent else { return true }
    return node(at: holder)?.presented?.style.name == style
  }

  /// The style in which an animator presents at a place, or `nil` when it does not present.
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

  /// The meaning of `automatic` at a place.
  private func automaticAnimator(from origin: StagePath?, wrap: Animator.Wrap?) -> Animator {
    guard let origin else { return .root(wrap: wrap) }
    return enclosingStack(of: origin) == nil ? .present(wrap: wrap) : .push
  }

  /// A node, inside a new container if asked.
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

  /// Presents over what people see.
  private mutating func present(
    _ node: StageNode,
    style: PresentationStyle
  ) throws(RouterError) {
    guard let top = topPath else {
      throw .animationFailed(
        "\(style.name) needs something to present from, and the stage is empty. Use 'root' first."
      )
    }
    let modals = top.steps.count { $0 == .presented }
    guard modals < Self.modalLimit else {
      throw .animationFailed(
        "\(style.name) finds \(modals) modals over each other already. Dismiss some first."
      )
    }
    try limitDepth(of: top, for: style.name)
    update(at: top.presentationRoot) { $0.presented = .over(node, style: style) }
  }

  /// Refuses to put more places inside each other than can be walked.
  private func limitDepth(of place: StagePath, for name: String) throws(RouterError) {
    // A presentation, a split and a stack may come with one screen.
    guard place.steps.count + 3 > Self.depthLimit else { return }
    throw .animationFailed(
      "\(name) finds \(place.steps.count) places inside each other already. Use 'root' first."
    )
  }

  /// Puts a node where the top is.
  private mutating func replaceTop(with node: StageNode) throws(RouterError) {
    guard let path = topPath, let top = self.node(at: path), top.screen != nil else {
      throw .animationFailed(
        "replace needs a screen to take the place of, and there is none. Use 'root' first."
      )
    }
    var node = node
    node.options = top.options
    update(at: path) { $0 = node }
  }
}

extension Animator {
  /// The animator's effect on an empty stage: an effect that needs something below becomes root.
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
  /// An animator that cannot do its work.
  static func animationFailed(_ message: String) -> RouterError {
    RouterError(.animationFailed, message)
  }
}
