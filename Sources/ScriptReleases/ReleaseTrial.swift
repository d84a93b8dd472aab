#if Releases
/// The first time of a release, in which its opens are compared with those before.
package struct ReleaseTrial: Sendable, Equatable {
  enum Verdict: Equatable {
    case undecided, good
    case bad(reason: String)
  }

  /// The SHA-256 of the bundle.
  package let digest: String

  /// The opens of the rules to which the host would return.
  package let before: OpenCounts

  /// The number of starts of the program within the trial.
  package private(set) var starts: Int

  package init(of digest: String, before: OpenCounts, starts: Int = 0) {
    (self.digest, self.before) = (digest, before)
    // The number may come from a damaged file.
    self.starts = min(max(starts, 0), 1_000)
  }

  /// Notes a start of the program.
  mutating func noteStart(_ health: ReleaseHealth) -> Verdict {
    starts += 1
    guard starts >= health.starts else { return .undecided }
    return .bad(reason: "the program started \(starts) times within the trial")
  }

  /// Notes that the program ended as it should.
  mutating func noteEnd() { starts = max(0, starts - 1) }

  /// Notes that the program goes on after an end.
  mutating func noteReturn() { starts += 1 }

  /// Decides after a time of this start and its opens.
  func verdict(_ opens: OpenCounts, after time: Duration, _ health: ReleaseHealth) -> Verdict {
    if let problem = health.problem(of: opens, before: before) {
      return .bad(reason: problem.description)
    }
    return time >= health.trialTime ? .good : .undecided
  }
}
#endif
