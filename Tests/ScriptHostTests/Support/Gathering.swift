<<<<<<< HEAD
/// Lets all callers continue once the last has arrived.
=======
/// Releases all callers when the last one has arrived.
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
actor Gathering {
  private let count: Int
  private var continuations: [CheckedContinuation<Void, Never>] = []

  init(of count: Int) {
    self.count = count
  }

  func arrive() async {
    await withCheckedContinuation { continuation in
      continuations.append(continuation)
      guard continuations.count == count else { return }
      for other in continuations { other.resume() }
    }
  }
}
