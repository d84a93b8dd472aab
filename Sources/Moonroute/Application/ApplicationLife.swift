import Synchronization

/// The tasks that run for an application by themselves, and end with it.
///
/// None of them holds the application: what only waits for something keeps nothing alive.
package final class ApplicationLife: Sendable {
  private struct State {
    var isOver = false
    var lastNumber: UInt64 = 0
    /// The tasks that run; one that is just being made has no task yet.
    var tasks: [UInt64: Task<Void, Never>?] = [:]
  }

  private let state = Mutex(State())

  /// Begins a life.
  init() {}

  /// The number of tasks that run.
  package var taskCount: Int { state.withLock { $0.tasks.count } }

  /// Starts a task, unless the application is gone.
  ///
  /// - Parameters:
  ///   - executor: Where it runs when it is on no actor's executor; `nil`: anywhere.
  ///   - body: Its work; cancelled when the application goes.
  /// - Returns: The task.
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

  /// Cancels all that runs, for good.
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
