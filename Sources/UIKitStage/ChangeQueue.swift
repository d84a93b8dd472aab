#if canImport(UIKit)
import Moonroute

/// Shows changes one by one, once it is open.
@MainActor final class ChangeQueue {
  /// Shows one change, and calls the completion handler afterwards.
  var show: (StageChange, _ done: @escaping () -> Void) -> Void = { $1() }

  private(set) var isOpen = false
  private(set) var isShowing = false
  private var waiting: [StageChange] = []
  private var onIdle: [() -> Void] = []

  func open() {
    isOpen = true
    showNext()
  }

  func add(_ change: StageChange) {
    waiting.append(change)
    showNext()
  }

  func waitUntilIdle() async {
    guard isShowing || !waiting.isEmpty else { return }
    await withCheckedContinuation { continuation in onIdle.append { continuation.resume() } }
  }

  private func showNext() {
    guard isOpen, !isShowing else { return }
    guard !waiting.isEmpty else {
      let idle = onIdle
      onIdle = []
      for notify in idle { notify() }
      return
    }
    isShowing = true
    show(waiting.removeFirst()) { [weak self] in
      self?.isShowing = false
      self?.showNext()
    }
  }
}

/// The end of one step, reached once: by UIKit's callback, or by a timeout.
@MainActor final class StepEnd {
  private var goOn: (() -> Void)?
  private var timer: Task<Void, Never>?

  init(_ goOn: @escaping () -> Void) { self.goOn = goOn }

  /// Continues, unless it already has.
  func reach() {
    let goOn = goOn
    timer?.cancel()
    (self.goOn, timer) = (nil, nil)
    goOn?()
  }

  /// Continues after a timeout, unless the end was reached before.
  func wait(atMost limit: Duration, on clock: any Clock<Duration>) {
    guard goOn != nil else { return }
    // The task retains this object: UIKit releases a completion handler that it does not call.
    timer = Task {
      try? await clock.sleep(for: limit)
      reach()
    }
  }
}
#endif
