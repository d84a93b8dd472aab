/// Lets all callers continue once the last has arrived.
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
