/// A guard, a proxy or a redirect of a route, as opens call it.
final class PlannedDecision {
  enum Kind {
    case proxy
    case `guard`
    case redirect
  }

  let kind: Kind

  /// The pattern or name as written, or the label of the redirect's route.
  let label: String

  /// The source position of its function, or of its registration.
  let site: SourceSite?

  /// The position, from 1, among several redirects of a route.
  let position: (number: Int, count: Int)?

  /// The tags; the decision is skipped only in opens that are restricted to other tags.
  let tags: [String]

  let decide: LinkRoute.Redirect

  /// The registration of a guard or proxy.
  private let registration: Registration?

  var isActive: Bool { registration?.isActive ?? true }

  /// A proxy or a guard.
  init(
    _ kind: Kind,
    _ key: String,
    _ decide: LinkRoute.Redirect,
    tags: [String],
    site: SourceSite?,
    _ registration: Registration
  ) {
    (self.kind, label, self.tags, self.decide) = (kind, key, tags, decide)
    (self.site, position, self.registration) = (decide.site ?? site, nil, registration)
  }

  /// A redirect of a route, which has `count` of them.
  init(_ redirect: LinkRoute.Redirect, number: Int, of count: Int, _ route: RouteInfo) {
    (kind, label, tags, decide) = (.redirect, route.label, [], redirect)
    (site, registration) = (redirect.site ?? route.site, nil)
    position = count > 1 ? (number, count) : nil
  }
}
