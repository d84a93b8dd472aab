import RoutePatterns

/// The resources of an application: values addressed by the same patterns and names as screens.
///
/// ```swift
/// await application.perform { application in
///   try application.resources.put("/price/:sku", name: "price") { state in 100 }
///   let price = try await application.resources.get("/price/a1", as: Int.self)
/// }
/// ```
public final class ResourceStore {
  /// Where the values of persistent resources lie.
  ///
  /// Set it before the first of them is put. Default: none.
  public var storage: (any ResourceStorage)?

  /// The bytes that all stored values may take where scripts add to them; `nil`: any number.
  package var scriptStorageLimit: Int?

  /// The program's own.
  package let program = ResourceScope()

  /// The resources of the scripts in force.
  private(set) var scripts = ResourceScope()

  /// The questions that it asks of the router.
  var environment = StoreEnvironment()

  let uses = Observers<ResourceUse>()

  /// Makes an empty store.
  init() {}

  /// Takes over the resources of other scripts; those of the scripts before end.
  func adopt(_ scope: ResourceScope) {
    guard scope !== scripts else { return }
    scripts.end()
    scripts = scope
    scope.finishChanges()
  }

  deinit {
    program.end()
    scripts.end()
  }

  /// Watches each use of a resource.
  ///
  /// - Parameters:
  ///   - owner: Held weakly; the watching ends with it. Default: none.
  ///   - notify: Called on the application's executor, before it is done. It must not take long.
  /// - Returns: The way to stop watching.
  @discardableResult
  package func observe(
    owner: AnyObject? = nil,
    _ notify: @escaping (ResourceUse) -> Void
  ) -> Registration {
    uses.add(owner: owner, notify)
  }

  /// All resources: the program's, then those of the scripts, each in the order of registration.
  public var list: [ResourceInfo] { list(with: scripts) }

  /// All resources, as seen with a scope of scripts that need not be in force yet.
  package func list(with scripts: ResourceScope) -> [ResourceInfo] {
    [(program, false), (scripts, true)]
      .flatMap { scope, isScripted in
        scope.entries.map { entry in
          ResourceInfo(
            name: entry.name,
            pattern: entry.pattern,
            isPersistent: entry.isPersistent,
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
  /// The things that are done with a resource.
  package enum Action: String, Sendable {
    case put, get, update, delete
  }

  /// The thing that was done.
  package let action: Action

  /// The key with which it was done: the pattern, but for `get` the key as it was asked with.
  package let key: String
}
