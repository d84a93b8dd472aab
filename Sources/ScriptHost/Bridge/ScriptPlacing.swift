import Moonroute

/// The stage as a custom animator gets it: the global one, with the calls that place its screen.
final class ScriptPlacing {
  let placing: CustomPlacing

  /// Wraps what a custom animator works with.
  init(_ placing: CustomPlacing) { self.placing = placing }
}
