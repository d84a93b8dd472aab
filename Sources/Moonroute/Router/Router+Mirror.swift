import TextTools

extension Router {
  /// Checks that the user interfaces have the transition of an animator, if they declare their
  /// transitions.
  func checkTransition(of animator: Animator) throws(RouterError) {
    guard !mirror.isEmpty, let name = animator.options["transition"].text else { return }
    for host in mirror.hosts {
      guard let known = host.transitions, !known.contains(name) else { continue }
      let names = known.sorted()
      let list =
        names.isEmpty
        ? " The user interface has registered none."
        : " Available: \(names.joined(separator: ", "))."
      let hint = NearestNames.hint(for: name, among: names)
      throw .animationFailed(
        "\(animator.name) has no transition '\(name)'.\(hint.isEmpty ? list : hint)"
      )
    }
  }

  /// Checks that the user interfaces have the view of a screen, if they declare their views.
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

  /// The user interfaces that mirror the stage; reports each deallocated one once.
  func presentHosts() -> [any StageHost] {
    guard !mirror.isEmpty else { return [] }
    for _ in 0..<mirror.removeLost() {
      let message =
        "The StageHost that mirrored the stage was deallocated, so nothing is shown any more:"
        + " the router holds it weakly. Keep it as long as its user interface, or call"
        + " mirror(on: nil) first."
      onHandlerFailure(RouterError(.closed, message), "mirror")
    }
    return mirror.hosts
  }

  /// Makes a user interface mirror the stage, in place of the previous one.
  ///
  /// It immediately receives the current stage.
  ///
  /// - Parameter host: The user interface. The router holds it weakly, so its owner must keep it.
  ///   After it is deallocated, the next change calls ``onHandlerFailure``. Pass `nil` to stop
  ///   mirroring.
  package func show(on host: (any StageHost)?) {
    mirror.replace(with: host)
    if let host { showStage(on: host) }
  }

  /// Makes a further host mirror the stage; the host is held weakly.
  ///
  /// It immediately receives the current stage. Calls to ``show(on:)`` do not affect it.
  package func mirror(alsoOn host: any StageHost) {
    mirror.add(host)
    showStage(on: host)
  }

  private func showStage(on host: any StageHost) {
    guard stage.tree.root != nil else { return }
    let transition = StageTransition(
      effect: "mirror",
      screen: stage.topID,
      removed: [],
      isAnimated: false
    )
    host.apply(StageChange(transition: transition, before: StageTree(), after: stage.tree))
  }
}
