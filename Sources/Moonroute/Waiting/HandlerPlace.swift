/// An actor that uses the executor of another one.
protocol ExecutorUser: Actor {
  nonisolated var owner: any Actor { get }
}

/// Provides the executor of a router that no actor owns.
actor OwnExecutor {}

/// The actor of a handler that returns immediately, and the line that registers it.
package struct HandlerPlace: Sendable {
  /// The actor that provides the executor.
  let actor: any Actor

  let site: SourceSite

  init(_ actor: any Actor, at site: SourceSite) {
    self.actor = Self.owner(of: actor)
    self.site = site
  }

  /// The actor that provides an actor's executor: a router's owner, or the actor itself.
  static func owner(of actor: any Actor) -> any Actor {
    (actor as? any ExecutorUser)?.owner ?? actor
  }

  /// The cost of a call from another actor, and the remedy.
  package func advice(callsFrom owner: any Actor) -> String {
    let name = Self.name(of: actor)
    return """
      \(site): this handler is isolated to \(name), but the router runs on \
      \(Self.name(of: owner)): every call has to hop to \(name) (about 15 µs), and scripts cannot \
      call the handler while they load. \(Self.remedy(for: actor)), or pass a nonisolated function.
      """
  }

  static func remedy(for actor: any Actor) -> String {
    let factory = actor === MainActor.shared ? ", or with LinkRouter.onMainActor" : ""
    return "Create the router on \(name(of: actor)) (in a function\(factory))"
  }

  static func name(of actor: any Actor) -> String {
    actor is OwnExecutor ? "its own actor" : "\(type(of: actor))"
  }
}
