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
    for key: String,
    _ options: AttachOptions,
    decision: LinkRoute.Redirect
  ) throws(RouterError) -> Registration {
    try addGuard(
      for: key,
      tags: options.tags,
      priority: options.priority,
      scheme: options.scheme,
      site: options.site,
      owner: options.owner,
      decision: decision
    )
  }

  func addRewriter(
    _ pattern: String,
    _ options: AttachOptions,
    decision: LinkRoute.Redirect
  ) throws(RouterError) -> Registration {
    try addRewriter(
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
