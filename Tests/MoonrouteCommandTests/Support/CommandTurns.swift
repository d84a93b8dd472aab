/// Limits the number of commands that run at the same time.
///
/// Hundreds of tests run commands. `swift test` without the limit of `make test` starts all of them
/// at once.
actor CommandTurns {
  static let shared = CommandTurns(count: 16)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { free = count }

  func begin() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Gives the turn to the command that has waited longest.
  func end() {
    guard !waiting.isEmpty else {
      free += 1
      return
    }
    waiting.removeFirst().resume()
  }
}
