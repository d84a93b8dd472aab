/// Lets those who arrive go on once all are there.
actor Gathering {
  private let count: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(of count: Int) {
    self.count = count
  }

  /// Waits for all others.
  func arrive() async {
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      guard waiting.count == count else { return }
      for other in waiting { other.resume() }
    }
  }
}
