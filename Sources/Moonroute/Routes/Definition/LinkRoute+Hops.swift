extension LinkRoute {
  /// Reports each handler of the route and its descendants that has to hop.
  func reportHops(from home: any Actor) {
    if case .made(let view, _)? = view { view.reportHops(from: home) }
    action?.reportHops(from: home)
    for case .decided(let redirect, _) in redirects { redirect.reportHops(from: home) }
    onExit?.reportHops(from: home)
    switch animator {
    case .fixed(let animator)?: animator.reportHops(from: home)
    case .chosen(let choose)?: choose.reportHops(from: home)
    case nil: break
    }
    for child in children { child.reportHops(from: home) }
  }
}

extension Animator {
  fileprivate func reportHops(from home: any Actor) {
    switch effect {
    case .custom(let place): place.reportHops(from: home)
    case .refresh(let apply, let otherwise):
      apply?.reportHops(from: home)
      otherwise.reportHops(from: home)
    default: break
    }
  }
}
