import LuaRuntime
import Moonroute

/// A function of a script that runs beside the script that spawned it.
final class ScriptTask {
  let function: LuaFunction
  /// The end of the task, or `nil` while it runs.
  private(set) var result: Result<[LuaValue], any Error>?

  /// Whether a script waits for the end, or has: the error of the task is that script's to handle.
  private(set) var isAwaited = false

  /// The open inside whose step it was spawned.
  let context = OpenContext.current

  private var work: Task<Void, Never>?
  private var charge: MemoryCharge?
  private var continuations: [AsyncStream<Void>.Continuation] = []

  init(_ function: LuaFunction, charge: MemoryCharge? = nil) {
    self.function = function
    self.charge = charge
  }

  deinit { work?.cancel() }

  /// Takes the task that runs it.
  func begin(_ work: Task<Void, Never>) { self.work = work }

  /// Notes that a script waits for its end from now on.
  func noteWait() { isAwaited = true }

  /// Records how the task ended, and resumes the callers that wait for it.
  ///
  /// - Parameters:
  ///   - result: The values, or the error that it ended with.
  ///   - charge: Held as long as that. Default: nothing.
  /// - Returns: Whether a script waits, or nothing is left to tell.
  @discardableResult
  func end(_ result: Result<[LuaValue], any Error>, charge: MemoryCharge? = nil) -> Bool {
    guard self.result == nil else { return true }
    self.result = result
    self.charge = charge
    defer { continuations = [] }
    for continuation in continuations { continuation.finish() }
    return isAwaited
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
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      continuations.append(continuation)
      for await _ in stream {}
    }
    guard let result else { throw CancellationError() }
    return try result.get()
  }
}
