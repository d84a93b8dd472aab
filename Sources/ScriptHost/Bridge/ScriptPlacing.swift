import Moonroute

/// The stage for a custom animator: the global one, with the calls that place its screen.
final class ScriptPlacing {
  let placing: CustomPlacing

  init(_ placing: CustomPlacing) { self.placing = placing }
}
