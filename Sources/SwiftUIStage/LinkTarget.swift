import Moonroute

/// The link of a `RouterLink`, or the name and parameters of its route.
enum LinkTarget: Sendable {
  case link(LinkForm)
  case route(String, [String: Value], at: SourceSite)

  init(_ link: some LinkConvertible) { self = .link(LinkForm(link)) }

  init(_ text: String, _ params: [String: Value], at site: SourceSite) {
    self = StoreKey.isLocation(text) ? .link(.text(text)) : .route(text, params, at: site)
  }

  /// Opens the link, or logs an error if the name and parameters do not make a link.
  @discardableResult
  func open(in router: LinkRouter) async -> Outcome? {
    do throws(RouterError) {
      switch self {
      case .link(.text(let text)): return await router.open(text)
      case .link(.location(let location)): return await router.open(location)
      case .route(let name, let params, _):
        return await router.open(try router.location(to: name, params))
      }
    } catch {
      StageLog.add(located(error))
      return nil
    }
  }

  func located(_ error: RouterError) -> RouterError {
    guard case .route(_, _, let site) = self else { return error }
    return error.located(at: site)
  }
}
