import LuaRuntime
import ScriptHost
import Synchronization

/// Runs what a test waits for, and ends it with an error when nothing is left that could end it.
struct SpecOperation {
  let world: SpecWorld

  /// The first end of the operation.
  private final class End: Sendable {
    private let continuation: Mutex<CheckedContinuation<[LuaValue], any Error>?>

    init(_ continuation: CheckedContinuation<[LuaValue], any Error>) {
      self.continuation = Mutex(continuation)
    }

    /// Ends the operation; later results are dropped.
    func end(_ result: sending Result<[LuaValue], any Error>) {
      let taken = continuation.withLock { continuation in
        defer { continuation = nil }
        return continuation
      }
      taken?.resume(with: result)
    }
  }

  /// Performs the work that a script waits for, while the clock moves by itself.
  func run(
    _ work: @escaping () async throws -> [LuaValue],
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> [LuaValue] {
    if world.executor.meter.isOver { throw GivenUpWait() }
    defer { world.stand() }
    return try await withCheckedThrowingContinuation { continuation in
      let end = End(continuation)
      let task = Task {
        _ = isolation
        do {
          try await withTaskExecutorPreference(world.executor) {
            _ = isolation
            end.end(.success(try await work()))
          }
        } catch {
          end.end(.failure(error))
        }
      }
      world.run { error in
        end.end(.failure(error))
        task.cancel()
      }
    }
  }
}
