extension LinkRouter {
  /// Whether the router is closed.
  public var isClosed: Bool { router.isClosed }

  /// Ends everything: pending opens, screens with their results, scripts with their tasks and
  /// timers, and every stream.
  ///
  /// The user interface keeps its current content but no longer mirrors the stage. Later opens fail
  /// with `closed`. Further calls do nothing. To close a screen, use ``closeScreen(_:with:)``. A
  /// router also ends when it is deallocated; call this method if something still retains it.
  public func close() {
    guard !router.isClosed else { return }
    life.end()
    attachment?.close()
    router.end()
  }
}

extension Router {
  func end() {
    isClosed = true
    mirror.removeAll()
    inFlight.cancelAll { _ in true }
    if stage.tree.root != nil { stage.change(to: StageTree(), effect: "close", isAnimated: false) }
    adopt(RouterRules())
    events.close()
    observers.close()
  }
}

extension RouterError {
  static var closed: RouterError {
    RouterError(.closed, "The router is closed. Make a new one.")
  }
}
