/// One measurement: peers that do the same work.
struct BenchmarkCase {
  /// `subject/situation/size`.
  let name: String
  /// The units of work in one run of a peer.
  let unitCount: Int
  /// The measured peers; the first one is the baseline.
  let peers: [Peer]

  struct Peer {
    let name: String
    /// The maximum ratio to the first peer, if the project promises one.
    var goal: Double?
    /// The maximum number of allocations per unit; more is a failure of the whole run.
    var allocationLimit: Double?
    /// The maximum number of instructions per unit, if valgrind can count them; more is a failure of
    /// the whole run.
    var instructionLimit: Double?
    /// Cleans up after each round; not measured.
    var after: (() -> Void)?
    /// The result keeps the optimiser from removing work.
    let run: () -> Int
  }
}

/// A figure that is not a time: memory, growth.
struct BenchmarkFigure {
  let name: String
  let value: Double
  let unit: String
  var goal: Double?
  /// More is a failure of the whole run.
  var limit: Double?
}

/// The measurements in one file of the suite.
struct BenchmarkSubject: Sendable {
  let name: String
  /// The cases, created on demand, because tables may be large.
  var cases: [(name: String, make: @Sendable () throws -> BenchmarkCase)] = []
  /// Computes figures from the times of cases by name, in nanoseconds per unit for each peer.
  var figures: @Sendable (_ times: [String: [Double]]) throws -> [BenchmarkFigure] = { _ in [] }
}
