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

extension Generation {
  /// Attaches the guards of names in the order of their calls.
  ///
  /// A name whose route could not be registered has been complained about already.
  func attachDeferredGuards() {
    for deferred in deferredGuards
    where !failedNames.contains(deferred.name) && !deferred.handle.isCancelled {
      do throws(RouterError) {
        let registration = try rules.addGuard(
          deferred.name,
          deferred.options,
          decision: deferred.decision
        )
        deferred.handle.attach(registration)
      } catch {
        problems.add(
          ScriptProblem(
            error.code,
            error.message,
            at: error.site ?? deferred.options.site,
            in: sources
          )
        )
      }
    }
    deferredGuards = []
  }
}
