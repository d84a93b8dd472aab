#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost
import Synchronization

/// A server's long-running work in rehearsals, and its results.
final class RehearsalWork: Sendable {
  /// A kind of work with results in the stream.
  enum Kind: String {
    case links, matrix, journeys, specs
  }

  /// The acts of an inspected application that was replaced by another one.
  private struct Branch {
    let last: Int
    let recording: Recording
  }

  struct Matrix {
    let generation: Int?
    /// The table, or the reason for its absence.
    let table: Result<AccessTable, Refusal>

    func wireJSON(comparedWith before: Matrix?) throws -> JSON {
      try table.get().wireJSON(comparedWith: try? before?.table.get())
    }
  }

  private struct State {
    var running: [Kind: (number: Int, generation: Int?, task: Task<Void, Never>)] = [:]
    var lastNumber = 0
    var isClosed = false
    var branches: [Branch] = []
    var matrix: Matrix?
    var previous: Matrix?
    var journeys: [String: JourneyRun] = [:]
    var specs: RouteHits?
    var reloads: ReloadObservation?
    var tiles: [GalleryTile.Key: KnownTile] = [:]
    var galleries: [Int: Task<AccessTable, any Error>] = [:]
  }

  /// A tile of the latest generation, and the one before.
  private struct KnownTile {
    let generation: Int?
    let tile: GalleryTile
    let before: GalleryTile?
  }

  /// The maximum number of tiles to remember.
  private static let tileLimit = 5_000

  /// The maximum number of replaced applications to remember.
  private static let branchLimit = 64

  private let state = Mutex(State())

  /// Starts work, for a generation, and cancels running work of the same kind.
  func begin(
    _ kind: Kind,
    for generation: Int? = nil,
    _ work: @escaping @Sendable () async -> Void
  ) {
    let task = Task { await work() }
    let before = state.withLock { state in
      guard !state.isClosed else { return task as Task<Void, Never>? }
      defer { state.running[kind] = (state.lastNumber + 1, generation, task) }
      state.lastNumber += 1
      return state.running[kind]?.task
    }
    before?.cancel()
  }

  /// Whether the last work of a kind was for a generation.
  func hasBegun(_ kind: Kind, for generation: Int?) -> Bool {
    state.withLock { $0.running[kind].map { $0.generation == generation } ?? false }
  }

  /// Waits for work of a kind, including work that replaces it.
  func finish(_ kind: Kind) async {
    var last: Int?
    while let running = state.withLock({ $0.running[kind] }), running.number != last {
      await running.task.value
      last = running.number
    }
  }

  func close() {
    let running = state.withLock { state in
      defer { (state.isClosed, state.running, state.reloads) = (true, [:], nil) }
      return state.running.values.map(\.task)
    }
    for task in running { task.cancel() }
    cancelGalleries()
  }

  // MARK: Galleries

  /// Makes the table of a gallery, which ``cancelGalleries()`` stops.
  func galleryTable(
    _ make: @escaping @Sendable () async throws -> AccessTable
  ) async throws -> AccessTable {
    let task = Task { try await make() }
    let (number, isClosed) = state.withLock { state in
      state.lastNumber += 1
      state.galleries[state.lastNumber] = task
      return (state.lastNumber, state.isClosed)
    }
    if isClosed { task.cancel() }
    defer { state.withLock { _ = $0.galleries.removeValue(forKey: number) } }
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch is CancellationError {
      throw Refusal(status: 409, code: "cancelled", message: "The gallery was cancelled.")
    }
  }

  /// Stops the galleries that run, and returns their number.
  @discardableResult func cancelGalleries() -> Int {
    let running = state.withLock { Array($0.galleries.values) }
    for task in running { task.cancel() }
    return running.count
  }

  // MARK: Branches

  func keep(_ recording: Recording, upTo row: Int) {
    state.withLock { state in
      state.branches.append(Branch(last: row, recording: recording))
      if state.branches.count > Self.branchLimit { state.branches.removeFirst() }
    }
  }

  /// The recording that contains a row: that of a replaced application, or the current one.
  func recording(of row: Int, else current: Recording) -> Recording {
    state.withLock { state in
      state.branches.first { $0.last >= row }?.recording ?? current
    }
  }

  // MARK: Results

  var matrix: Matrix? { state.withLock { $0.matrix } }

  func take(_ matrix: Matrix) {
    state.withLock { state in
      if state.matrix?.generation != matrix.generation { state.previous = state.matrix }
      state.matrix = matrix
    }
  }

  func matrix(before generation: Int?) -> Matrix? {
    state.withLock { state in
      state.matrix?.generation == generation ? state.previous : state.matrix
    }
  }

  /// Stores the tiles of a generation, and returns their predecessors from an earlier one.
  func exchange(
    _ tiles: [GalleryTile.Key: GalleryTile],
    of generation: Int?
  ) -> [GalleryTile.Key: GalleryTile] {
    state.withLock { state in
      if state.tiles.count + tiles.count > Self.tileLimit {
        state.tiles = state.tiles.filter { tiles[$0.key] != nil }
      }
      for (key, tile) in tiles {
        let known = state.tiles[key]
        let before = known?.generation == generation ? known?.before : known?.tile
        state.tiles[key] = KnownTile(generation: generation, tile: tile, before: before)
      }
      return tiles.keys.reduce(into: [:]) { $0[$1] = state.tiles[$1]?.before }
    }
  }

  func result(of journey: String) -> JourneyResult? {
    state.withLock { $0.journeys[journey]?.result }
  }

  /// Stores the run of a journey; `nil` removes it.
  func take(_ run: JourneyRun?, of journey: String) {
    state.withLock { $0.journeys[journey] = run }
  }

  /// The number of visits of each route by some journeys and by the other specs.
  func heat(of names: [String]) -> RouteHeat {
    state.withLock { state in
      var heat = RouteHeat()
      for name in names { heat.journeys.add(state.journeys[name]?.hits ?? RouteHits()) }
      heat.specs = state.specs
      return heat
    }
  }

  func take(_ hits: RouteHits) { state.withLock { $0.specs = hits } }

  /// Follows a host instead of the previous one, and notifies after each of its reloads.
  func follow(_ host: ScriptHost?, whenReloaded: @escaping @Sendable () -> Void) {
    let observation = host?
      .observeReloads { result in
        if case .reloaded = result { whenReloaded() }
      }
    let before = state.withLock { state in
      defer { state.reloads = observation }
      return state.reloads
    }
    withExtendedLifetime(before) {}
  }
}
#endif
