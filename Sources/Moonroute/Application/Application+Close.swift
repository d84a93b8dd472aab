extension Application {
  /// Whether the application is closed.
  public var isClosed: Bool { router.isClosed }

  /// Ends everything: the opens under way, the screens with their results, the scripts with their
  /// tasks and timers, and every stream.
  ///
  /// A user interface keeps what it shows, but mirrors it no more. Later opens fail as `closed`.
  /// More calls do nothing. ``closeTop(_:)`` closes a screen. An application that is dropped ends by
  /// itself; this is for one that something holds.
  public func close() {
    guard !router.isClosed else { return }
    life.end()
    attachment?.close()
    router.end()
  }
}

extension Router {
  /// Ends every open, screen and stream for good.
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
  /// Something that is asked of an application that was closed.
  static var closed: RouterError {
    RouterError(.closed, "The application is closed. Make a new one.")
  }
}
