import Moonroute

/// A guard of a name that is attached once the scripts have registered their routes.
struct DeferredGuard {
  /// The route's name.
  let name: String
  let options: AttachOptions
  let decision: Route.Redirect
  /// The registration that the script holds.
  let handle: ScriptRegistration
}
