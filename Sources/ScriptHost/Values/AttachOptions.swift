import Moonroute

/// The options with which a proxy or a guard is attached.
struct AttachOptions {
  /// Skipped only in opens that are restricted to other tags.
  var tags: [String] = []
  /// Higher is asked first.
  var priority = 0
  /// Asked only for locations of this scheme.
  var scheme: String?
  /// Ends with it.
  var owner: AnyObject?
  /// The place in the scripts.
  var site: SourceSite?
}

extension RouterRules {
  /// Attaches a guard as a script wrote it.
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

  /// Attaches a proxy as a script wrote it.
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
