import Synchronization

/// The opener's connection to a screen: it receives the screen's messages, and its result when the
/// screen leaves.
///
/// It can be used from any thread. When the screen leaves, only the result is kept.
public final class OpenHandle: Sendable {
  private struct State {
    var result: ScreenResult?
    var continuations: [OneShotContinuation<ScreenResult>] = []
    var listeners: [(name: String, registration: Registration, notify: Listener<Value>)] = []
  }

  /// The screen.
  public let screen: Screen.ID

  private let state = Mutex(State())

  init(_ screen: Screen.ID) { self.screen = screen }

  /// The result of the screen, or `nil` while it is on the stage.
  public var ended: ScreenResult? { state.withLock { $0.result } }

  /// Waits until the screen has left.
  ///
  /// - Returns: The result; immediately if the screen has already left.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func result() async throws -> ScreenResult {
    let continuation = OneShotContinuation<ScreenResult>()
    let known = state.withLock { state in
      if state.result == nil { state.continuations.append(continuation) }
      return state.result
    }
    if let known { return known }
    return try await continuation.wait()
  }

  /// Subscribes to a message of the screen.
  ///
  /// - Parameters:
  ///   - name: The message's name.
  ///   - owner: An object, held weakly, that ends the subscription when it is deallocated.
  ///   - notify: Called on the actor where it was written: immediately if that is the router's,
  ///     otherwise soon.
  /// - Returns: A registration to end the subscription.
  @discardableResult
  public func on(
    _ name: String,
    owner: AnyObject? = nil,
    @_inheritActorContext _ notify: @escaping @Sendable @isolated(any) (Value) -> Void
  ) -> Registration {
    let registration = Registration(owner: owner)
    let notify = Listener(notify, while: { registration.isActive })
    // The deinitializers of ended listeners may run arbitrary code, so they run outside the lock.
    let before = state.withLock { state in
      let before = state.listeners
      guard state.result == nil else { return before }
      state.listeners = before.filter(\.registration.isActive)
      state.listeners.append((name, registration, notify))
      return before
    }
    withExtendedLifetime(before) {}
    return registration
  }

  /// The values of a message, from now on until the screen leaves.
  ///
  /// - Parameters:
  ///   - name: The message's name.
  ///   - count: The number of values that are buffered for a slow reader; beyond that, the oldest
  ///     are dropped.
  /// - Returns: The values.
  package func messages(_ name: String, bufferingNewest count: Int = 100) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: .bufferingNewest(count)
    )
    let ending = StreamEnd { continuation.finish() }
    let registration = on(name) { value in
      _ = ending
      continuation.yield(value)
    }
    if ended != nil { continuation.finish() }
    continuation.onTermination = { _ in registration.cancel() }
    return stream
  }

  /// Returns the number of active listeners.
  func deliver(_ name: String, _ value: Value, on home: (any Actor)?) -> Int {
    let listeners = state.withLock { state in
      state.listeners.filter { $0.name == name && $0.registration.isActive }
    }
    for listener in listeners where listener.registration.isActive {
      listener.notify.take(value, on: home)
    }
    return listeners.count
  }

  /// Ends the screen with a result, unless it has already ended.
  func end(_ result: ScreenResult) {
    let ended = state.withLock { state -> State? in
      if case .some = state.result { return nil }
      let ended = state
      state = State(result: result)
      return ended
    }
    for continuation in ended?.continuations ?? [] { continuation.resume(returning: result) }
  }
}

private final class StreamEnd: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
