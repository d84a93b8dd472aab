/// A gate at which handlers of a test wait until the test opens it.
///
/// It ignores cancellation, as a handler may.
@MainActor public final class Gate {
  private var arrivals = 0
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var observers: [(arrivals: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// Creates a closed gate.
  public init() {}

  /// Waits until the gate is open.
  public func pass() async {
    arrivals += 1
    let reached = observers.filter { $0.arrivals <= arrivals }
    observers.removeAll { $0.arrivals <= arrivals }
    for observer in reached { observer.continuation.resume() }
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Waits until a number of handlers have reached the gate.
  public func reached(_ count: Int = 1) async {
    guard arrivals < count else { return }
    await withCheckedContinuation { observers.append((count, $0)) }
  }

  /// Opens the gate for all current and later handlers.
  public func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
