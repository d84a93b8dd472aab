import Moonroute

/// A user interface of the program, which mirrors the stage of a router on the main actor.
@MainActor final class TextInterface: StageHost {
  /// The visible screens, from the outside to the inside.
  private(set) var lines: [String] = []

  // The router calls it on its own actor, which is the main actor.
  nonisolated func apply(_ change: StageChange) {
    MainActor.assumeIsolated { lines = change.after.visible.map(\.caption) }
  }

  nonisolated func update(_ screen: Screen) {}
}
