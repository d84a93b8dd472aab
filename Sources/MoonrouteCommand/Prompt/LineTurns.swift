#if Command
import Moonroute

/// Runs the lines of a prompt in order; while one waits for the result of a screen, the next begins.
@MainActor
final class LineTurns {
  /// The work of a line.
  @MainActor
  final class Line {
    @TaskLocal fileprivate static var current: Line?

    fileprivate(set) var hasEnded = false
    /// The screen whose result it waits for.
    fileprivate(set) var asked: Screen.ID?
    /// Whether a later line may have begun before it ended.
    fileprivate var isLate = false
  }

  /// The number of lines that wait.
  private(set) var lateCount = 0

  private(set) var failureCount = 0

  /// The number of failures that belong to the current line.
  var ownFailureCount: Int { failureCount - lateFailureCount }

  /// The number of failures of lines that ended late.
  private var lateFailureCount = 0

  private var endTurn: ((Screen.ID) -> Void)?

  /// Runs the work of a line until it ends, or until it waits for a result that only a later line
  /// can give.
  ///
  /// - Returns: The line if it waits, otherwise `nil`.
  func run(_ work: @escaping @MainActor @Sendable () async -> Void) async -> Line? {
    let (line, turn) = (Line(), OneShotContinuation<Void>())
    endTurn = { screen in
      line.asked = screen
      turn.resume(returning: ())
    }
    let task = Task {
      await Line.$current.withValue(line) { await work() }
      line.hasEnded = true
      if line.isLate { lateCount -= 1 }
      turn.resume(returning: ())
    }
    await withTaskCancellationHandler {
      try? await turn.wait(isCancellable: false)
    } onCancel: {
      task.cancel()
    }
    endTurn = nil
    await settle()
    guard !line.hasEnded else { return nil }
    line.isLate = true
    lateCount += 1
    return line
  }

  /// Lets late lines end that have their result.
  ///
  /// Their steps are tasks of the main actor; showing the stage takes some hundred.
  private func settle() async { for _ in 0..<2_000 where lateCount > 0 { await Task.yield() } }

  /// Ends the turn of the current line, which begins to wait for the result of a screen.
  func pause(for screen: Screen.ID) { endTurn?(screen) }

  /// Counts a failure of the current task.
  func noteFailure() {
    failureCount += 1
    if Line.current?.isLate == true { lateFailureCount += 1 }
  }
}
#endif
