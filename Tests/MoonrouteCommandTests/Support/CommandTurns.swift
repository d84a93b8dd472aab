/// Lets a few commands run at once, and the others wait.
///
/// Hundreds of tests run commands. At once, their descriptors pass the thousand or so behind which
/// `Process.run` of Foundation on Linux reads beyond the entries of `/proc/self/fd` and may crash
/// (swift-corelibs-foundation, pull request 5472).
actor CommandTurns {
  static let shared = CommandTurns(count: 16)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { free = count }

  /// Waits for a turn.
  func begin() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Gives the turn to the one that waits longest.
  func end() {
    guard !waiting.isEmpty else {
      free += 1
      return
    }
    waiting.removeFirst().resume()
  }
}
