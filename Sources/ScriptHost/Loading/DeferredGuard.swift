import Moonroute

/// A guard of a name that is attached once the scripts have registered their routes.
struct DeferredGuard {
  /// The route's name.
  let name: String
  let options: AttachOptions
  let site: SourceSite?
  let decision: Route.Redirect
}

extension Generation {
  /// Attaches the guards of names in the order of their calls.
  ///
  /// A name whose route could not be registered has been complained about already.
  func attachDeferredGuards() {
    for deferred in deferredGuards where !failedNames.contains(deferred.name) {
      do throws(RouterError) {
        try rules.addGuard(
          deferred.name,
          tags: deferred.options.tags,
          priority: deferred.options.priority,
          site: deferred.site,
          decision: deferred.decision
        )
      } catch {
        problems.add(
          ScriptProblem(error.code, error.message, at: error.site ?? deferred.site, in: sources)
        )
      }
    }
    deferredGuards = []
  }
}
