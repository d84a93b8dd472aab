#if Releases
import Moonroute
import Synchronization

/// The clock of a simulation, which moves when all its tasks wait.
public final class SimulatedClock: Clock {
  /// The time since the start of a simulation.
  public struct Instant: InstantProtocol {
    /// The time since the start.
    public let time: Duration

    /// Returns the moment after a duration.
    ///
    /// - Parameter duration: The duration.
    /// - Returns: The moment.
    public func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }

    /// Returns the time until another moment.
    ///
    /// - Parameter other: The other moment.
    /// - Returns: The time.
    public func duration(to other: Instant) -> Duration { other.time - time }

    /// Orders two moments.
    public static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
  }

  private struct State {
    var now = Instant(time: .zero)
    var lastID = 0
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    /// The sleepers that were cancelled before they slept.
    var cancelled: Set<Int> = []
    var deadlines = DeadlineHeap()
  }

  package let taskExecutor: any TaskExecutor
  private let state = Mutex(State())

  init(_ executor: any TaskExecutor) { taskExecutor = executor }

  /// The current moment.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest step, which is zero.
  public var minimumResolution: Duration { .zero }

  /// Waits until a moment.
  ///
  /// - Parameters:
  ///   - deadline: The moment.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, isolation: nil)
  }

  private func sleep(until deadline: Instant, isolation: isolated (any Actor)?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      _ = isolation
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          guard state.cancelled.remove(id) == nil else { return true }
          state.waiting[id] = continuation
          state.deadlines.add(deadline, id)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        let continuation = state.waiting.removeValue(forKey: id)
        if continuation == nil { state.cancelled.insert(id) }
        return continuation
      }
      continuation?.resume(throwing: CancellationError())
    }
  }

  /// Moves to the next deadline, and wakes its sleepers; returns whether there are any.
  func move() -> Bool {
    let due = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
      var due: [CheckedContinuation<Void, any Error>] = []
      while let (deadline, id) = state.deadlines.first, due.isEmpty || deadline <= state.now {
        state.deadlines.removeFirst()
        guard let continuation = state.waiting.removeValue(forKey: id) else { continue }
        state.now = max(state.now, deadline)
        due.append(continuation)
      }
      return due
    }
    for continuation in due { continuation.resume() }
    return !due.isEmpty
  }
}

extension SimulatedClock: ExecutorClock {
  package func wait(_ duration: Duration, isolation: isolated (any Actor)?) async throws {
    try await sleep(until: now.advanced(by: max(.zero, duration)), isolation: isolation)
  }
}

/// Deadlines, the earliest first; equal ones in the order in which they were added.
private struct DeadlineHeap {
  private var items: [(SimulatedClock.Instant, Int)] = []

  var first: (SimulatedClock.Instant, Int)? { items.first }

  mutating func add(_ deadline: SimulatedClock.Instant, _ id: Int) {
    items.append((deadline, id))
    var place = items.count - 1
    while place > 0, items[place] < items[(place - 1) / 2] {
      items.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() {
    items.swapAt(0, items.count - 1)
    items.removeLast()
    var place = 0
    while true {
      let left = 2 * place + 1
      guard left < items.count else { return }
      let right = left + 1
      let least = right < items.count && items[right] < items[left] ? right : left
      guard items[least] < items[place] else { return }
      items.swapAt(place, least)
      place = least
    }
  }
}
#endif
