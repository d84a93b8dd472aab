import Moonroute
import ScriptHost
import Synchronization

/// Computes the results of one person at all locations.
struct AccessColumn {
  private let person: AccessPerson
  private let places: [AccessPlace]
  private let run: AccessRun
  private let progress: AccessProgress

  init(
    _ person: AccessPerson,
    _ places: [AccessPlace],
    _ run: AccessRun,
    _ progress: AccessProgress
  ) {
    (self.person, self.places, self.run, self.progress) = (person, places, run, progress)
  }

  func cells() async throws -> [AccessCell] {
    if run.isFresh { return try await pass(places.indices.map { $0 }, isFresh: true).map(\.cell) }
    let first = try await pass(places.indices.map { $0 })
    // The first open in an application cannot see earlier ones, so it needs no second try.
    let order = places.indices.reversed().filter { !first[$0].isAlone }
    progress.add(places.count - order.count)
    let second = try await pass(Array(order))
    var cells = first.map(\.cell)
    var doubtful: [Int] = []
    for (index, again) in zip(order, second) where again.cell != cells[index] {
      if again.isAlone { cells[index] = again.cell } else { doubtful.append(index) }
    }
    for (index, alone) in zip(doubtful, try await pass(doubtful, isFresh: true)) {
      cells[index] = alone.cell
    }
    return cells
  }

  /// Opens locations in order; unless each open is fresh, they share an application until one
  /// changes it.
  private func pass(
    _ order: [Int],
    isFresh: Bool = false
  ) async throws -> [(cell: AccessCell, isAlone: Bool)] {
    var cells: [(cell: AccessCell, isAlone: Bool)] = []
    var current: PersonaState?
    do {
      for index in order {
        try Task.checkCancellation()
        let isAlone = current == nil
        let tried: PersonaState
        if let current { tried = current } else { tried = try await PersonaState(person, run) }
        current = tried
        cells.append((try await tried.open(places[index]), isAlone))
        progress.add(1)
        guard isFresh || tried.isSpent else { continue }
        await tried.end()
        current = nil
      }
    } catch {
      await current?.end()
      throw error
    }
    await current?.end()
    return cells
  }
}

/// A person in an application.
private final class PersonaState {
  private let person: AccessPerson
  private let trial: Rehearsal
  private let before: ScriptStateMark
  private let spend: @Sendable (Duration) -> Bool
  private let watch: (@Sendable (AccessRun.Visit) -> Void)?
  private let effects = OpenEffects()
  private var observed: [Any] = []

  /// Whether a change would affect the next open.
  private(set) var isSpent = false

  /// The processor time already reported.
  private var spent = Duration.zero

  init(_ person: AccessPerson, _ run: AccessRun) async throws {
    (self.person, spend, watch) = (person, run.spend, run.watch)
    trial = try await run.scripts.rehearsal()
    let (host, effects) = (trial.host, effects)
    observed.append(
      host.observeLog { entry in
        guard let failure = entry.failure else { return }
        effects.add(ScriptFailure(message: failure.message, site: failure.site))
      }
    )
    before = await trial.application.perform { application in
      application.resources.observe { if $0.action != .get { effects.noteChange() } }
      return host.stateMark(in: application)
    }
  }

  func open(_ place: AccessPlace) async throws -> AccessCell {
    let (host, person, location) = (trial.host, person, person.opened(place.location ?? ""))
    let watch = watch
    effects.clear()
    try await trial.application.perform { application throws(RouterError) in
      try person.take(host, in: application)
    }
    let start = trial.time.clock.now
    let end = await trial.attempt { [application = trial.application] in
      await application.perform { application in
        var options = OpenOptions()
        options.recordsTiming = true
        return await application.router.open(location, options: options)
      }
    }
    let cell = AccessCell(end, beside: effects.failure)
    let now = await trial.application.perform { application in
      let outcome = try? end.get()
      let isFirst = outcome?.animator == "root"
      watch?(
        AccessRun.Visit(
          place: place,
          person: person,
          tree: application.stage.tree,
          outcome: outcome,
          style: isFirst
            ? outcome?.route.flatMap(application.router.rules.presentationStyle) : nil
        )
      )
      application.stage.clear()
      return host.stateMark(in: application)
    }
    isSpent =
      (try? end.get()) == nil || effects.hasChanged || now != before
      || trial.time.clock.now != start
    let total = trial.time.executor.meter.total
    defer { spent = total }
    guard spend(total - spent) else { throw AccessError.timeUsed }
    return cell
  }

  func end() async { await trial.end() }
}

/// The failures and changes of an application during an open.
private final class OpenEffects: Sendable {
  private struct State {
    var failure: ScriptFailure?
    var hasChanged = false
  }

  private let state = Mutex(State())

  var failure: ScriptFailure? { state.withLock { $0.failure } }
  var hasChanged: Bool { state.withLock { $0.hasChanged } }

  func clear() { state.withLock { $0 = State() } }
  func noteChange() { state.withLock { $0.hasChanged = true } }

  /// Records a failure, unless there already is one.
  func add(_ failure: ScriptFailure) {
    state.withLock { $0.failure = $0.failure ?? failure }
  }
}

/// Counts the opens of all people.
final class AccessProgress: Sendable {
  private let total: Int
  private let report: @Sendable (Int, Int) -> Void
  private let done = Mutex(0)

  init(of total: Int, report: @escaping @Sendable (Int, Int) -> Void) {
    (self.total, self.report) = (total, report)
  }

  /// The total excludes the passes that settle different results.
  func add(_ count: Int) {
    let sum = done.withLock { done in
      done = min(total, done + count)
      return done
    }
    report(sum, total)
  }
}
