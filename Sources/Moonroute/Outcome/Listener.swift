import Synchronization

/// A function of the program that receives notifications, on the actor on which it was written.
package struct Listener<News: Sendable>: Sendable {
  // Invariant: the function is Sendable, or belongs to the executor of the router that calls it.
  private nonisolated(unsafe) let hear: (News) -> Void
  private let actor: (any Actor)?
  /// Forwards to an executor other than the router's.
  private let relay: Relay<News>?

  /// Wraps a function that is called only on the router's executor.
  package init(unchecked hear: @escaping (News) -> Void) {
    (self.hear, actor, relay) = (hear, nil, nil)
  }

  /// `isActive` is called on the function's executor.
  init(
    _ hear: @escaping @Sendable @isolated(any) (News) -> Void,
    while isActive: @escaping @Sendable () -> Bool = { true }
  ) {
    // As in `Handler.immediate`, which takes functions that can throw.
    let plain = unsafeBitCast(hear, to: ((News) -> Void).self)
    self.init(on: hear.isolation, while: isActive, plain)
  }

  /// Calls the function on the actor's executor, or on the router's for `nil`.
  init(
    on actor: (any Actor)?,
    while isActive: @escaping @Sendable () -> Bool = { true },
    _ hear: @escaping (News) -> Void
  ) {
    let actor = actor.map(HandlerPlace.owner)
    (self.hear, self.actor) = (hear, actor)
    relay = actor.map { Relay(to: $0) { if isActive() { hear($0) } } }
  }

  /// Calls the function immediately if it has no executor of its own or uses the router's,
  /// otherwise soon and in order.
  ///
  /// `home` is `nil` if the router's actor is unknown.
  package func take(_ news: News, on home: (any Actor)?) {
    guard let relay, actor !== home else { return hear(news) }
    relay.take(news)
  }
}

/// Calls a function on its own actor, in the order of the notifications.
private final class Relay<News: Sendable>: Sendable {
  private let call: RelayedCall<News>
  /// The task that calls the function begins with the first notification.
  private let continuation = Mutex<AsyncStream<News>.Continuation?>(nil)

  init(to actor: any Actor, _ hear: @escaping (News) -> Void) {
    call = RelayedCall(actor: actor, hear: hear)
  }

  deinit { continuation.withLock { $0?.finish() } }

  func take(_ news: News) {
    let call = call
    let continuation = continuation.withLock { known in
      if let known { return known }
      let (stream, made) = AsyncStream.makeStream(of: News.self)
      known = made
      // The task does not retain this object, so the deinitializer can end the stream.
      Task { for await news in stream { await call.run(news, on: call.actor) } }
      return made
    }
    continuation.yield(news)
  }
}

/// A function on its way to its actor.
// Invariant: it is called only on the actor.
private struct RelayedCall<News: Sendable>: @unchecked Sendable {
  let actor: any Actor
  let hear: (News) -> Void

  func run(_ news: News, on actor: isolated any Actor) { hear(news) }
}
