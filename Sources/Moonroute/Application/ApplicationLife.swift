import Synchronization

/// The background tasks of a router, which end with it.
///
/// The tasks do not retain the router, so a waiting task does not keep the router alive.
package final class ApplicationLife: Sendable {
  private struct State {
    var isOver = false
    var lastNumber: UInt64 = 0
    /// The running tasks; `nil` for a task that is just being made.
    var tasks: [UInt64: Task<Void, Never>?] = [:]
  }

  private let state = Mutex(State())

  init() {}

  package var taskCount: Int { state.withLock { $0.tasks.count } }

  /// Starts a task, preferably on `executor`, unless the router has ended.
  @discardableResult
  package func start(
    preferring executor: (any TaskExecutor)?,
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    let number = state.withLock { state -> UInt64? in
      guard !state.isOver else { return nil }
      state.lastNumber += 1
      state.tasks.updateValue(nil, forKey: state.lastNumber)
      return state.lastNumber
    }
    guard let number else { return Task {} }
    let task = Task(executorPreference: executor) {
      await body()
      self.forget(number)
    }
    let isOver = state.withLock { state in
      if state.tasks[number] != nil { state.tasks.updateValue(task, forKey: number) }
      return state.isOver
    }
    if isOver { task.cancel() }
    return task
  }

  func end() {
    let tasks = state.withLock { state in
      state.isOver = true
      return state.tasks.values.compactMap(\.self)
    }
    for task in tasks { task.cancel() }
  }

  private func forget(_ number: UInt64) {
    _ = state.withLock { $0.tasks.removeValue(forKey: number) }
  }
}
