#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost
import Synchronization

/// The long work of a server in rehearsals, and its results.
final class RehearsalWork: Sendable {
  /// A piece of work whose results the stream has.
  enum Kind: String {
    case links, matrix, journeys, specs
  }

  /// The acts of an inspected application that another one has followed.
  private struct Branch {
    /// Its last row.
    let last: Int
    let recording: Recording
  }

  /// A table of who may go where, and of which scripts.
  struct Matrix {
    let generation: Int?
    /// The table, or why there is none.
    let table: Result<AccessTable, Refusal>
  }

  private struct State {
    var running: [Kind: (number: Int, task: Task<Void, Never>)] = [:]
    var lastNumber = 0
    var isClosed = false
    var branches: [Branch] = []
    var matrix: Matrix?
    var previous: Matrix?
    var journeys: [String: JourneyRun] = [:]
    var specs: RouteHits?
    var reloads: ReloadObservation?
  }

  /// The inspected applications that are remembered after others have followed them.
  private static let branchLimit = 64

  private let state = Mutex(State())

  /// Begins a piece of work; one of the same kind that still runs ends.
  func begin(_ kind: Kind, _ work: @escaping @Sendable () async -> Void) {
    let task = Task { await work() }
    let before = state.withLock { state in
      guard !state.isClosed else { return task as Task<Void, Never>? }
      defer { state.running[kind] = (state.lastNumber + 1, task) }
      state.lastNumber += 1
      return state.running[kind]?.task
    }
    before?.cancel()
  }

  /// Waits until a piece of work has ended, if one was begun, and all that took its place.
  func finish(_ kind: Kind) async {
    var last: Int?
    while let running = state.withLock({ $0.running[kind] }), running.number != last {
      await running.task.value
      last = running.number
    }
  }

  /// Ends all work, and lets none begin any more.
  func close() {
    let running = state.withLock { state in
      defer { (state.isClosed, state.running, state.reloads) = (true, [:], nil) }
      return state.running.values.map(\.task)
    }
    for task in running { task.cancel() }
  }

  // MARK: Branches

  /// Remembers the acts of an inspected application that another one follows.
  func keep(_ recording: Recording, upTo row: Int) {
    state.withLock { state in
      state.branches.append(Branch(last: row, recording: recording))
      if state.branches.count > Self.branchLimit { state.branches.removeFirst() }
    }
  }

  /// The recording to which a row belongs: that of an inspected application before, or the one given.
  func recording(of row: Int, else current: Recording) -> Recording {
    state.withLock { state in
      state.branches.first { $0.last >= row }?.recording ?? current
    }
  }

  // MARK: Results

  /// The newest table of who may go where.
  var matrix: Matrix? { state.withLock { $0.matrix } }

  /// Takes a new table.
  func take(_ matrix: Matrix) {
    state.withLock { state in
      if state.matrix?.generation != matrix.generation { state.previous = state.matrix }
      state.matrix = matrix
    }
  }

  /// The table of the scripts before those of a generation.
  func matrix(before generation: Int?) -> Matrix? {
    state.withLock { state in
      state.matrix?.generation == generation ? state.previous : state.matrix
    }
  }

  /// The result of a journey when it last ran.
  func result(of journey: String) -> JourneyResult? {
    state.withLock { $0.journeys[journey]?.result }
  }

  /// Takes what came of a journey; `nil`: nothing is known of it any more.
  func take(_ run: JourneyRun?, of journey: String) {
    state.withLock { $0.journeys[journey] = run }
  }

  /// How often routes are come to by some journeys, and by the other specs.
  func heat(of names: [String]) -> RouteHeat {
    state.withLock { state in
      var heat = RouteHeat()
      for name in names { heat.journeys.add(state.journeys[name]?.hits ?? RouteHits()) }
      heat.specs = state.specs
      return heat
    }
  }

  /// Takes how often the specs came to each route.
  func take(_ hits: RouteHits) { state.withLock { $0.specs = hits } }

  /// Calls a function whenever the scripts of a host were loaded again, and of no other one.
  func follow(_ host: ScriptHost?, whenReloaded: @escaping @Sendable () -> Void) {
    let observation = host?
      .observeReloads { result in
        if case .reloaded = result { whenReloaded() }
      }
    let before = state.withLock { state in
      defer { state.reloads = observation }
      return state.reloads
    }
    _ = before
  }
}
#endif
