/// A place where a handler waits until the row lets it pass.
@MainActor final class Gate {
  private var isReached = false
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [CheckedContinuation<Void, Never>] = []

  /// Waits until the gate is open.
  func pass() async {
    isReached = true
    for observer in watching { observer.resume() }
    watching = []
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Waits until handlers have come to the gate.
  func reached() async {
    guard !isReached else { return }
    await withCheckedContinuation { watching.append($0) }
  }

  /// Lets all handlers pass, now and later.
  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
