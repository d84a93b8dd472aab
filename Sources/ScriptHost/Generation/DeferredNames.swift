import Moonroute

/// A guard of a route name, attached after the scripts have registered their routes.
struct DeferredGuard {
  let name: String
  let options: AttachOptions
  let decision: LinkRoute.Redirect
  let handle: ScriptRegistration
}

/// The names of routes that scripts use while they load, before all routes are registered.
struct DeferredNames {
  /// The guards by route name, in the order of their calls.
  var guards: [DeferredGuard] = []

  /// The name that `configure` set as `initial`, and its place.
  var initial: (site: SourceSite, name: String)?

  var failed: Set<String> = []
}
