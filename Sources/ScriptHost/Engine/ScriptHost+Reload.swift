package import Moonroute
import Synchronization

extension ScriptHost {
  /// Loads the scripts again if a file has changed, and builds the screens on the stage again in
  /// place.
  ///
  /// All or nothing: if the load fails, the previous scripts stay in force.
  ///
  /// - Returns: The changes, or `nil` if no file has changed.
  /// - Throws: Every problem found.
  @discardableResult
  public func reload() async throws(ScriptProblems) -> ScriptReload? {
    try await performIfNeeded { (engine, setup) throws(ScriptProblems) in try engine.reload(setup) }
  }

  /// Reloads without rebuilding the screens on the stage; returns `nil` if no file has changed.
  package func reload(
    in application: isolated LinkRouter
  ) throws(ScriptProblems) -> ScriptReload? {
    try joinedEngine(in: application).reload(setup)
  }

  /// Loads scripts from another source, such as a downloaded bundle, and builds the screens on the
  /// stage again in place.
  ///
  /// All or nothing: if the load fails, the previous scripts stay in force, and ``reload()`` uses
  /// the previous source.
  ///
  /// - Parameter source: The source of the scripts from now on.
  /// - Returns: The changes.
  /// - Throws: Every problem found.
  @discardableResult
  public func load(from source: ScriptSource) async throws(ScriptProblems) -> ScriptReload {
    var setup = setup
    setup.source = source
    let moved = setup
    let done = try await perform { (engine, _) throws(ScriptProblems) in try engine.load(moved) }
    self.setup = moved
    return done
  }

  /// Reloads even if no file has changed, and builds the screens on the stage again in place.
  package func loadAgain() async throws(ScriptProblems) -> ScriptReload {
    try await perform { (engine, setup) throws(ScriptProblems) in try engine.load(setup) }
  }

  /// Restores the scripts that were in force before the current ones, with the texts they had then.
  ///
  /// - Returns: The changes, or `nil` if no scripts were loaded before.
  /// - Throws: Every problem found.
  @discardableResult
  public func rollback() async throws(ScriptProblems) -> ScriptReload? {
    try await performIfNeeded { (engine, _) throws(ScriptProblems) in try engine.rollback() }
  }

  /// Reloads whenever something may have changed, until the changes end or the task is cancelled.
  ///
  /// Read ``reloads(bufferingNewest:)`` for the results.
  ///
  /// - Parameter changes: Triggers the checks, such as ``ScriptWatcher/changes``.
  public func reload<Changes: AsyncSequence>(on changes: Changes) async
  where Changes.Failure == Never {
    var changes = changes.makeAsyncIterator()
    while await changes.next(isolation: nil) != nil { _ = try? await reload() }
  }

  package func liveGenerationCount(in application: isolated LinkRouter) -> Int {
    engine(in: application).countLiveGenerations()
  }

  /// Releases the last replaced generation now rather than in the next turn.
  package func closeRetired(in application: isolated LinkRouter) {
    engine(in: application).closeRetired()
  }

  /// The results of all reloads from now on.
  ///
  /// - Parameter count: The number of results buffered for a slow observer; when there are more,
  ///   the oldest are dropped. Default: 16.
  /// - Returns: The results. Observing ends when the stream is dropped; the stream ends with the
  ///   host.
  public func reloads(bufferingNewest count: Int = 16) -> AsyncStream<ReloadResult> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ReloadResult.self,
      bufferingPolicy: .bufferingNewest(max(1, count))
    )
    reloadObservers.add(continuation)
    return stream
  }

  /// The observer is called before a reload returns, on its thread, and must not wait.
  package func observeReloads(
    _ observer: @escaping @Sendable (ReloadResult) -> Void
  ) -> ReloadObservation { ReloadObservation(reloadObservers, observer) }

  /// Loads, builds the screens again, and notifies the observers.
  private func perform(
    _ load: @escaping @Sendable (ScriptEngine, ScriptSetup) throws(ScriptProblems) -> ScriptReload
  ) async throws(ScriptProblems) -> ScriptReload {
    let done = try await performIfNeeded { (engine, setup) throws(ScriptProblems) in
      try load(engine, setup)
    }
    guard let done else {
      throw ScriptProblems(ScriptProblem(.scriptError, "Nothing was loaded."))
    }
    return done
  }

  private func performIfNeeded(
    _ load: @escaping @Sendable (ScriptEngine, ScriptSetup) throws(ScriptProblems) -> ScriptReload?
  ) async throws(ScriptProblems) -> ScriptReload? {
    let setup = setup
    do throws(ScriptProblems) {
      let reload = try await router.perform { application async throws(ScriptProblems) in
        let engine = try self.joinedEngine(in: application)
        guard var reload = try load(engine, setup) else { return ScriptReload?.none }
        let start = ContinuousClock.now
        reload.screens = await engine.rebuildScreens()
        reload.rebuilding = ContinuousClock.now - start
        return reload
      }
      if let reload { reloadObservers.yield(.reloaded(reload)) }
      return reload
    } catch {
      reloadObservers.yield(.failed(error))
      throw error
    }
  }
}

/// The observers of reloads: each is notified until it or the host is released.
final class ReloadObservers: Sendable {
  private struct State {
    var isOver = false
    var observers: [UInt64: AsyncStream<ReloadResult>.Continuation] = [:]
    var functions: [UInt64: @Sendable (ReloadResult) -> Void] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  deinit { end() }

  /// Adds an observer; an observer that is added after the end is never notified.
  func add(_ observer: AsyncStream<ReloadResult>.Continuation) {
    let number = state.withLock { state -> UInt64? in
      guard !state.isOver else { return nil }
      state.last += 1
      state.observers[state.last] = observer
      return state.last
    }
    guard let number else { return observer.finish() }
    observer.onTermination = { [weak self] _ in self?.remove(number) }
  }

  fileprivate func add(_ function: @escaping @Sendable (ReloadResult) -> Void) -> UInt64 {
    state.withLock { state in
      state.last += 1
      state.functions[state.last] = function
      return state.last
    }
  }

  fileprivate func remove(_ number: UInt64) {
    state.withLock { state in
      state.observers[number] = nil
      state.functions[number] = nil
    }
  }

  func yield(_ result: ReloadResult) {
    let (observers, functions) = state.withLock { ($0.observers, $0.functions) }
    for (_, function) in functions { function(result) }
    for observer in observers.values { observer.yield(result) }
  }

  func end() {
    let observers = state.withLock { state in
      state.isOver = true
      return state.observers
    }
    for observer in observers.values { observer.finish() }
  }
}

/// Keeps an observer of reloads for as long as it is held.
package final class ReloadObservation: Sendable {
  private let observers: ReloadObservers
  private let number: UInt64

  fileprivate init(
    _ observers: ReloadObservers,
    _ observer: @escaping @Sendable (ReloadResult) -> Void
  ) {
    self.observers = observers
    number = observers.add(observer)
  }

  deinit { observers.remove(number) }
}
