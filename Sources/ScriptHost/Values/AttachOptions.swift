import Moonroute

struct AttachOptions {
  /// Skipped only in opens that are restricted to other tags.
  var tags: [String] = []
  /// Higher priorities are called first.
  var priority = 0
  /// Called only for locations of this scheme.
  var scheme: String?
  /// Its end removes the proxy or guard.
  var owner: AnyObject?
  var site: SourceSite?
}

extension RouterRules {
  func addGuard(
    _ key: String,
    _ options: AttachOptions,
    decision: Route.Redirect
  ) throws(RouterError) -> Registration {
    try addGuard(
      key,
      tags: options.tags,
      priority: options.priority,
      scheme: options.scheme,
      site: options.site,
      owner: options.owner,
      decision: decision
    )
  }

  func addProxy(
    _ pattern: String,
    _ options: AttachOptions,
    decision: Route.Redirect
  ) throws(RouterError) -> Registration {
    try addProxy(
      pattern,
      tags: options.tags,
      priority: options.priority,
      scheme: options.scheme,
      site: options.site,
      owner: options.owner,
      decision: decision
    )
  }
}
