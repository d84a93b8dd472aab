import TextTools

extension Router {
  /// Makes sure that the user interfaces have the transition that an animator names, as far as they
  /// say what they have.
  func checkTransition(of animator: Animator) throws(RouterError) {
    guard !mirror.isEmpty, let name = animator.options["transition"].text else { return }
    for host in mirror.hosts {
      guard let known = host.transitions, !known.contains(name) else { continue }
      let names = known.sorted()
      let list =
        names.isEmpty
        ? " The user interface has registered none."
        : " There are \(names.joined(separator: ", "))."
      let hint = NearestNames.hint(for: name, among: names)
      throw .animationFailed(
        "\(animator.name) finds no transition '\(name)'.\(hint.isEmpty ? list : hint)"
      )
    }
  }

  /// Makes sure that the user interfaces have the view of a screen, as far as they say what they
  /// have.
  func checkView(of screen: Screen) throws(RouterError) {
    guard !mirror.isEmpty else { return }
    for host in mirror.hosts {
      guard let known = host.viewNames, !known.contains(screen.view) else { continue }
      let names = known.sorted()
      let hint = NearestNames.hint(for: screen.view, among: names)
      let list = hint.isEmpty ? " It has \(names.joined(separator: ", "))." : hint
      throw RouterError(.noView, "The user interface has no view '\(screen.view)'.\(list)")
    }
  }

  /// The user interfaces that mirror the stage; of each that is gone it is told once.
  func presentHosts() -> [any StageHost] {
    guard !mirror.isEmpty else { return [] }
    for _ in 0..<mirror.removeLost() {
      let message =
        "The StageHost that mirrors the stage is gone, and nothing is shown any more: the router"
        + " holds it weakly. Keep it as long as its user interface, or call mirror(on: nil) before."
      onHandlerFailure(RouterError(.closed, message), "mirror")
    }
    return mirror.hosts
  }

  /// Has a user interface mirror the stage from now on, instead of the one before.
  ///
  /// It is shown at once what is on the stage.
  ///
  /// - Parameter host: Held weakly: keep it as long as its user interface. When it goes, the next
  ///   change tells ``onHandlerFailure``. `nil`: no host mirrors it.
  public func mirror(on host: (any StageHost)?) {
    mirror.replace(with: host)
    if let host { show(on: host) }
  }

  /// Has one more host mirror the stage, beside the user interface and others.
  ///
  /// It is shown at once what is on the stage. What the user interface takes back with
  /// ``mirror(on:)`` does not touch it.
  ///
  /// - Parameter host: Held weakly, as in ``mirror(on:)``.
  package func mirror(alsoOn host: any StageHost) {
    mirror.add(host)
    show(on: host)
  }

  /// Has a host that was given to ``mirror(alsoOn:)`` mirror the stage no more.
  package func endMirror(on host: any StageHost) { mirror.remove(host) }

  private func show(on host: any StageHost) {
    guard stage.tree.root != nil else { return }
    let transition = Transition(
      effect: "mirror",
      screen: stage.topID,
      removed: [],
      isAnimated: false
    )
    host.apply(StageChange(transition: transition, before: StageTree(), after: stage.tree))
  }
}
