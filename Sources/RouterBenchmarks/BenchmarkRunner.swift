import BenchmarkBaselines

/// Measures cases: peers alternate within a pass, so that a temporary slowdown affects all of them.
struct BenchmarkRunner {
  let passCount: Int
  let sampleDuration: Duration

  struct Result {
    let caseName: String
    let peer: String
    /// The minimum of all passes, per unit.
    let nanoseconds: Double
    /// The median of all passes for the ratio to the first peer.
    let ratio: Double
    let goal: Double?
    /// The allocations per unit, or `nil` if they cannot be counted.
    let allocations: Double?
    let allocationLimit: Double?

    var hasTooManyAllocations: Bool {
      guard let allocations, let allocationLimit else { return false }
      return allocations > allocationLimit
    }
  }

  func run(_ benchmark: BenchmarkCase) -> [Result] {
    let rounds = benchmark.peers.map { calibrate($0) }
    var samples = benchmark.peers.map { _ in [Double]() }
    for _ in 0..<passCount {
      for (index, peer) in benchmark.peers.enumerated() {
        let time = measure(peer, rounds: rounds[index])
        samples[index].append(time / Double(rounds[index] * benchmark.unitCount))
      }
    }
    return benchmark.peers.indices.map { index in
      let ratios = zip(samples[index], samples[0]).map { $0 / $1 }
      let peer = benchmark.peers[index]
      return Result(
        caseName: benchmark.name,
        peer: peer.name,
        nanoseconds: samples[index].min() ?? 0,
        ratio: ratios.sorted()[ratios.count / 2],
        goal: peer.goal,
        allocations: allocations(of: peer).map { $0 / Double(benchmark.unitCount) },
        allocationLimit: peer.allocationLimit
      )
    }
  }

  /// Finds the number of rounds for a sufficiently long sample, and warms up caches.
  private func calibrate(_ peer: BenchmarkCase.Peer) -> Int {
    var rounds = 1
    while true {
      let time = measure(peer, rounds: rounds)
      let wanted = sampleDuration / .nanoseconds(1)
      if time >= wanted { return rounds }
      rounds = time * 4 < wanted ? rounds * 4 : max(rounds + 1, Int(Double(rounds) * wanted / time))
    }
  }

  private func measure(_ peer: BenchmarkCase.Peer, rounds: Int) -> Double {
    var sum = 0
    var time = Duration.zero
    if let after = peer.after {
      for _ in 0..<rounds {
        let start = ContinuousClock.now
        sum &+= peer.run()
        time += ContinuousClock.now - start
        after()
      }
    } else {
      let start = ContinuousClock.now
      for _ in 0..<rounds { sum &+= peer.run() }
      time = ContinuousClock.now - start
    }
    blackHole = sum
    return time / .nanoseconds(1)
  }

  private func allocations(of peer: BenchmarkCase.Peer) -> Double? {
    guard baseline_countsallocations() else { return nil }
    let before = baseline_allocationcount()
    blackHole = peer.run()
    let count = baseline_allocationcount() - before
    peer.after?()
    return Double(count)
  }
}

// Keeps results from the optimiser. Only the main thread writes it, and nothing reads it.
nonisolated(unsafe) private var blackHole = 0
