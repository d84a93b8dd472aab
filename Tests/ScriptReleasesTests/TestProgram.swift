#if Releases
import Moonroute
import ReleaseTrust
import ScriptHost
import ScriptReleases
import Synchronization

/// A program that records the bundles that it proves and uses; its time and its opens are set.
final class TestProgram: ReleaseProgram {
  struct State {
    /// The versions in the order of their use; 0 means the program's own rules.
    var uses: [Int] = []
    var proofs: [Int] = []
    /// The versions that fail their proof, or that fail when they are used.
    var failing: Set<Int> = []
    var unusable: Set<Int> = []
    var lacking = ScriptBundle.Needs()
    var opens = OpenCounts()
    var uptime = Duration.zero
  }

  private let state = Mutex(State())

  /// Changes the program.
  func with(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  var uses: [Int] { state.withLock { $0.uses } }
  var proofs: [Int] { state.withLock { $0.proofs } }

  /// Counts opens of a route.
  func note(_ count: Int, failed: Int = 0, route: String = "cart") {
    with {
      $0.opens.note(.opened, route: route, count: count - failed)
      $0.opens.note(.failed, route: route, count: failed)
    }
  }

  /// Lets a time pass.
  func wait(_ time: Duration = .seconds(30)) { with { $0.uptime += time } }

  func follower(of depot: MemoryDepot, in store: String? = nil) throws -> ReleaseFollower {
    try ReleaseFollower(
      app: "shop",
      channel: "stable",
      root: depot.root,
      from: depot,
      as: "web-1",
      storedIn: store.map(ReleaseStore.init),
      in: self
    )
  }

  // MARK: ReleaseProgram

  var uptime: Duration { state.withLock { $0.uptime } }

  func opens() -> OpenCounts { state.withLock { $0.opens } }

  func lacks(_ needs: ScriptBundle.Needs) -> ScriptBundle.Needs {
    let lacking = state.withLock { $0.lacking }
    return ScriptBundle.Needs(
      functions: needs.functions.filter(lacking.functions.contains),
      values: needs.values.filter(lacking.values.contains),
      views: needs.views.filter(lacking.views.contains)
    )
  }

  func prove(_ bundle: ScriptBundle) -> String? {
    state.withLock { state in
      state.proofs.append(bundle.version)
      return state.failing.contains(bundle.version) ? "a smoke spec failed" : nil
    }
  }

  func use(_ rules: ReleaseFollower.Rules) -> String? {
    var version = 0
    if case .release(let source) = rules { version = source.release?.version ?? -1 }
    return state.withLock { state in
      if state.unusable.contains(version) { return "the scripts do not load" }
      state.uses.append(version)
      return nil
    }
  }
}

extension MemoryDepot {
  /// A depot with bundles of these versions.
  static func with(_ versions: Int...) throws -> MemoryDepot {
    let depot = try MemoryDepot()
    for version in versions { try depot.admit(try bundle(version)) }
    return depot
  }

  /// Publishes a version for all hosts.
  func publish(_ versions: Int..., retry: [String] = []) throws {
    try publish(versions.map { ($0, ChannelRecord.Offer.whole) }, retry: retry)
  }
}
#endif
