import Moonroute

/// A guard of a name that is attached once the scripts have registered their routes.
struct DeferredGuard {
  /// The route's name.
  let name: String
  let options: AttachOptions
  let decision: Route.Redirect
  let handle: ScriptRegistration
}

/// The names of routes that scripts use while they load, before all routes are registered.
struct DeferredNames {
  /// The guards of names, in the order of their calls.
  var guards: [DeferredGuard] = []

  /// The name that `configure` gave as `initial`, and its place.
  var initial: (site: SourceSite, name: String)?

  /// The names of routes that could not be registered.
  var failed: Set<String> = []
}
