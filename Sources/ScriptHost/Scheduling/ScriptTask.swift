import LuaRuntime
import Moonroute

/// A function of a script that runs concurrently with the script that spawned it.
final class ScriptTask {
  let function: LuaFunction

  /// The line that spawned it.
  let site: SourceSite?

  /// The end of the task, or `nil` while it runs.
  private(set) var result: Result<[LuaValue], any Error>?

  /// Whether a script waits, or has waited, for the end: the script then handles the task's error.
  private(set) var isAwaited = false

  let context = OpenContext.current

  private var work: Task<Void, Never>?
  private var charge: MemoryCharge?
  private var continuations: [AsyncStream<Void>.Continuation] = []

  init(_ function: LuaFunction, at site: SourceSite?, charge: MemoryCharge? = nil) {
    (self.function, self.site) = (function, site)
    self.charge = charge
  }

  deinit { work?.cancel() }

  func begin(_ work: Task<Void, Never>) { self.work = work }

  func noteWait() { isAwaited = true }

  /// Records the end, and resumes waiting scripts.
  ///
  /// Returns whether no error needs to be logged: a script waits, or the task had ended.
  @discardableResult
  func end(_ result: Result<[LuaValue], any Error>, charge: MemoryCharge? = nil) -> Bool {
    guard self.result == nil else { return true }
    self.result = result
    self.charge = charge
    defer { continuations = [] }
    for continuation in continuations { continuation.finish() }
    return isAwaited
  }

  func cancel() {
    guard result == nil else { return }
    end(.failure(LuaError(.cancelled, "the task was cancelled")))
    work?.cancel()
  }

  func wait() async throws -> [LuaValue] {
    if result == nil {
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      continuations.append(continuation)
      for await _ in stream {}
    }
    guard let result else { throw CancellationError() }
    return try result.get()
  }
}
