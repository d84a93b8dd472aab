import RoutePatterns

/// The resources of a router: values addressed by the same patterns and names as screens.
///
/// ```swift
/// try await router.put("/price/a1", name: "price", value: 100)
/// let price = try await router.get("/price/a1", as: Int.self)
/// ```
package final class ResourceStore {
  /// The storage of persistent resources; initially none.
  ///
  /// Set it before the first persistent resource is put.
  package var storage: (any ResourceStorage)?

  /// The maximum size of all stored values in bytes for writes by scripts; `nil` for no limit.
  package var scriptStorageLimit: Int?

  package let program = ResourceScope()

  private(set) var scripts = ResourceScope()

  /// The queries that the store makes to the router.
  var environment = StoreEnvironment()

  let uses = Observers<ResourceUse>()

  /// Keeps shared resources in a fleet; `nil` without one.
  package var sharing: ResourceSharing?

  /// The last known values of shared resources, by pattern, also between loads.
  var sharedCopies: [String: Value] = [:]

  init() {}

  /// Replaces the resources of the scripts, and ends the old ones.
  func adopt(_ scope: ResourceScope) {
    guard scope !== scripts else { return }
    scripts.end()
    scripts = scope
    scope.finishChanges()
    sharing?.note()
  }

  deinit {
    program.end()
    scripts.end()
  }

  /// Observes each use of a resource before it happens; `notify` must return quickly.
  @discardableResult
  package func observe(
    owner: AnyObject? = nil,
    _ notify: @escaping (ResourceUse) -> Void
  ) -> Registration {
    uses.add(owner: owner, notify)
  }

  /// All resources: the program's, then the scripts', each in the order of registration.
  package var list: [ResourceInfo] { list(with: scripts) }

  /// All resources, with the given scope of scripts, which may not be active yet.
  package func list(with scripts: ResourceScope) -> [ResourceInfo] {
    [(program, false), (scripts, true)]
      .flatMap { scope, isScripted in
        scope.entries.map { entry in
          ResourceInfo(
            name: entry.name,
            pattern: entry.pattern,
            isPersistent: entry.isPersistent,
            isShared: entry.isShared,
            isScripted: isScripted,
            content: entry.current,
            owner: entry.registration.ownerObject.map(environment.describe)
              ?? (isScripted ? "scripts" : "program"),
            site: entry.site
          )
        }
      }
  }
}

package struct ResourceUse: Sendable {
  package enum Action: String, Sendable {
    case put, get, update, delete
  }

  package let action: Action

  /// The key of the operation: the pattern, or for `get` the key as requested.
  package let key: String
}
