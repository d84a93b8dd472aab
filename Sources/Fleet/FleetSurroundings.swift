#if Releases
/// The chance and the tasks of a fleet, which a simulation replaces so that its runs can be repeated.
package enum FleetSurroundings {
  /// Returns a number from 0 to 1, which spreads the hosts of a fleet over time.
  @TaskLocal package static var chance: @Sendable () -> Double = { .random(in: 0...1) }

  /// The executor of tasks that have no parent; `nil` for any.
  @TaskLocal package static var executor: (any TaskExecutor)?

  /// Starts a task that is not cancelled with the current one.
  static func start<Result: Sendable>(
    _ body: @escaping @Sendable () async -> Result
  ) -> Task<Result, Never> {
    Task(executorPreference: executor) { await body() }
  }
}
#endif
