import Synchronization

/// A function of the program that hears of something, on the actor that it was written on.
package struct Listener<News: Sendable>: Sendable {
  // Invariant: the function is Sendable, or belongs to the executor of the router that calls it.
  private nonisolated(unsafe) let hear: (News) -> Void
  private let actor: (any Actor)?
  /// The way to another executor than the router's.
  private let relay: Relay<News>?

  /// Wraps a function that is called on the router's executor alone.
  package init(unchecked hear: @escaping (News) -> Void) {
    (self.hear, actor, relay) = (hear, nil, nil)
  }

  /// Takes a function with its actor.
  ///
  /// - Parameters:
  ///   - hear: Gets the news.
  ///   - isActive: Whether it still counts; asked on the function's executor. Default: always.
  init(
    _ hear: @escaping @Sendable @isolated(any) (News) -> Void,
    while isActive: @escaping @Sendable () -> Bool = { true }
  ) {
    // As `Handler.immediate`, which is for functions that may throw.
    let plain = unsafeBitCast(hear, to: ((News) -> Void).self)
    self.init(on: hear.isolation, while: isActive, plain)
  }

  /// Wraps a function that is called on the executor of an actor; `nil`: on the router's.
  init(
    on actor: (any Actor)?,
    while isActive: @escaping @Sendable () -> Bool = { true },
    _ hear: @escaping (News) -> Void
  ) {
    (self.hear, self.actor) = (hear, actor)
    relay = actor.map { Relay(to: $0) { if isActive() { hear($0) } } }
  }

  /// Tells the news: at once where the function has no executor of its own or is on the router's,
  /// else soon, and in order.
  ///
  /// - Parameters:
  ///   - news: The news.
  ///   - home: The actor that the router belongs to; `nil`: unknown.
  package func take(_ news: News, on home: (any Actor)?) {
    guard let relay, actor !== home else { return hear(news) }
    relay.take(news)
  }
}

/// Calls a function on its own actor, in the order of the news.
private final class Relay<News: Sendable>: Sendable {
  private let call: RelayedCall<News>
  /// The way to the task that calls it, which begins with the first news.
  private let continuation = Mutex<AsyncStream<News>.Continuation?>(nil)

  init(to actor: any Actor, _ hear: @escaping (News) -> Void) {
    call = RelayedCall(actor: actor, hear: hear)
  }

  deinit { continuation.withLock { $0?.finish() } }

  /// Tells the news soon.
  func take(_ news: News) {
    let call = call
    let continuation = continuation.withLock { known in
      if let known { return known }
      let (stream, made) = AsyncStream.makeStream(of: News.self)
      known = made
      // It does not hold this object, with which the stream ends.
      Task { for await news in stream { await call.run(news, on: call.actor) } }
      return made
    }
    continuation.yield(news)
  }
}

/// A function on its way to its actor.
// Invariant: it is called on the actor alone.
private struct RelayedCall<News: Sendable>: @unchecked Sendable {
  let actor: any Actor
  let hear: (News) -> Void

  func run(_ news: News, on actor: isolated any Actor) { hear(news) }
}
