import LuaRuntime
import Moonroute

/// A function of a script that runs beside the script that spawned it.
final class ScriptTask {
  let function: LuaFunction
  /// How it ended, or nil while it runs.
  private(set) var result: Result<[LuaValue], any Error>?
  private var work: Task<Void, Never>?
  private var lifetimeToken: KeptBytes?
  private var waiters: [AsyncStream<Void>.Continuation] = []

  init(_ function: LuaFunction, lifetimeToken: KeptBytes? = nil) {
    self.function = function
    self.lifetimeToken = lifetimeToken
  }

  deinit { work?.cancel() }

  /// Takes the task that runs it.
  func begin(_ work: Task<Void, Never>) { self.work = work }

  /// Takes down how it ended, and wakes who waits for that.
  ///
  /// - Parameters:
  ///   - result: How it ended.
  ///   - lifetimeToken: Held as long as that. Default: nothing.
  /// - Returns: Whether somebody waits.
  @discardableResult
  func end(_ result: Result<[LuaValue], any Error>, lifetimeToken: KeptBytes? = nil) -> Bool {
    guard self.result == nil else { return true }
    self.result = result
    self.lifetimeToken = lifetimeToken
    defer { waiters = [] }
    for waiter in waiters { waiter.finish() }
    return !waiters.isEmpty
  }

  /// Ends it, unless it has ended.
  func cancel() {
    guard result == nil else { return }
    end(.failure(LuaError(.cancelled, "the task was cancelled")))
    work?.cancel()
  }

  /// Waits for its end.
  ///
  /// - Returns: What the function answered.
  /// - Throws: What it raised.
  func wait() async throws -> [LuaValue] {
    if result == nil {
      let (stream, waiter) = AsyncStream<Void>.makeStream()
      waiters.append(waiter)
      for await _ in stream {}
    }
    guard let result else { throw CancellationError() }
    return try result.get()
  }
}
