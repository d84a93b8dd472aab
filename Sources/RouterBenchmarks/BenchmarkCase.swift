/// One thing to measure: peers that do the same work.
struct BenchmarkCase {
  /// `subject/situation/size`.
  let name: String
  /// The units of work in one run of a peer.
  let unitCount: Int
  /// The measured peers; the others are compared with the first one.
  let peers: [Peer]

  /// One way to do the work.
  struct Peer {
    let name: String
    /// The most that the ratio to the first peer should be, if the project promises one.
    var goal: Double?
    /// Whether not a single allocation may happen.
    var mayAllocate = true
    /// Tidies up after each round, outside of what is measured.
    var after: (() -> Void)?
    /// Does all units once; the answer keeps the optimiser from leaving work out.
    let run: () -> Int
  }
}

/// A number that is no time: memory, growth.
struct BenchmarkFigure {
  let name: String
  let value: Double
  let unit: String
  var goal: Double?
}

/// The measurements of one file of the suite.
struct BenchmarkSubject: Sendable {
  let name: String
  /// The cases, made when they are needed: tables may be large.
  var cases: [(name: String, make: @Sendable () throws -> BenchmarkCase)] = []
  /// Figures from the times of cases, by name: nanoseconds a unit of each peer.
  var figures: @Sendable (_ times: [String: [Double]]) throws -> [BenchmarkFigure] = { _ in [] }
}
