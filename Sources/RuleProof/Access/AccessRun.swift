import Moonroute
import ScriptHost
import Synchronization

/// Opens locations as people, so that no open is seen by another one.
///
/// Each person has an application of their own. Before each open the session is what the person
/// brings, and the stage is empty; where the scripts hold anything else than before, the next open
/// gets a new application. Variables of the scripts are not seen by the host. So everything is tried
/// twice, the second time in the opposite order, and where the two do not agree, once more in an
/// application of its own, which has the last word.
package struct AccessRun: Sendable {
  /// The scripts.
  package let scripts: TrialScripts

  /// Whether each open has an application of its own from the start.
  ///
  /// Default: no.
  package var isFresh = false

  /// How many people are tried at a time.
  ///
  /// Default: 4.
  package var jobCount = 4

  /// Prepares a run of scripts.
  package init(_ scripts: TrialScripts) { self.scripts = scripts }

  /// Fills the table of all routes.
  ///
  /// - Parameters:
  ///   - flags: The values of the session that are varied.
  ///   - personas: The personas that take part; `nil`: all.
  /// - Returns: The table.
  /// - Throws: What keeps the scripts from loading, ``AccessProblem``, or a `RouterError` of a flag
  ///   that the session does not take.
  package func table(
    varying flags: [AccessFlag] = [],
    as personas: [String]? = nil
  ) async throws -> AccessTable {
    let trial = try await scripts.trial()
    let host = trial.host
    let (places, known) = await trial.application.perform { application in
      (
        AccessPlace.all(of: application.router.rules),
        host.personas(in: application).map(\.name)
      )
    }
    await trial.end()
    // Counted first: the product of some flags is more than there is memory for.
    let count = flags.reduce(max(1, (personas ?? known).count)) {
      $0.multipliedReportingOverflow(by: $1.settings.count).overflow
        ? Int.max : $0 * $1.settings.count
    }
    guard count <= AccessProblem.peopleLimit else { throw AccessProblem.manyPeople(count) }
    for name in personas ?? [] where !known.contains(name) {
      throw AccessProblem.unknownPersona(name, known: known)
    }
    let people = AccessPerson.all(personas ?? known, varying: flags)
    let rows = try await rows(places.filter { $0.location != nil }, people)
    var table = AccessTable(
      people: people,
      rows: rows,
      untried: places.filter { $0.location == nil }
    )
    table.allow(by: scripts.texts)
    return table
  }

  /// Tries people at locations.
  ///
  /// - Parameters:
  ///   - places: The locations; what has none finds nothing.
  ///   - people: The people.
  ///   - report: Called when a person has been tried everywhere. Default: not.
  /// - Returns: A row for each location.
  /// - Throws: What keeps the scripts from loading, or `CancellationError`.
  package func rows(
    _ places: [AccessPlace],
    _ people: [AccessPerson],
    report: @escaping @Sendable (AccessPerson, [AccessCell]) -> Void = { _, _ in }
  ) async throws -> [AccessTable.Row] {
    var columns = [[AccessCell]](repeating: [], count: people.count)
    try await withThrowingTaskGroup(of: (Int, [AccessCell]).self) { group in
      for (index, person) in people.enumerated() {
        if index >= jobCount, let (done, cells) = try await group.next() { columns[done] = cells }
        group.addTask {
          let cells = try await AccessColumn(person, places, scripts).cells(isFresh: isFresh)
          report(person, cells)
          return (index, cells)
        }
      }
      for try await (done, cells) in group { columns[done] = cells }
    }
    return places.indices.map { row in
      AccessTable.Row(place: places[row], cells: columns.map { $0[row] })
    }
  }
}

/// Why there is no table.
package enum AccessProblem: Error, CustomStringConvertible {
  /// The people that a table may have.
  package static let peopleLimit = 200

  /// There is no persona of this name.
  case unknownPersona(String, known: [String])
  /// There are more people than a table may have.
  case manyPeople(Int)

  /// The problem, and what to do.
  package var description: String {
    switch self {
    case .unknownPersona(let name, let known):
      "There is no persona '\(name)'."
        + (known.isEmpty
          ? " Write it in \(ScriptPersona.file), beside main.lua."
          : " There are \(known.joined(separator: ", ")).")
    case .manyPeople(let count):
      "The personas with all values that vary are \(count) people; a table takes"
        + " \(Self.peopleLimit). Vary fewer values."
    }
  }
}

/// One person, tried at all locations.
private struct AccessColumn {
  private let person: AccessPerson
  private let places: [AccessPlace]
  private let scripts: TrialScripts

  init(_ person: AccessPerson, _ places: [AccessPlace], _ scripts: TrialScripts) {
    (self.person, self.places, self.scripts) = (person, places, scripts)
  }

  func cells(isFresh: Bool) async throws -> [AccessCell] {
    if isFresh { return try await pass(places.indices.map { $0 }, isFresh: true).map(\.cell) }
    let first = try await pass(places.indices.map { $0 })
    // The first one in an application needs no second look.
    let order = places.indices.reversed().filter { !first[$0].isAlone }
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

  /// Opens locations one after the other.
  ///
  /// - Parameters:
  ///   - order: The places.
  ///   - isFresh: Whether each has an application of its own. Default: as long as nothing has
  ///     changed they share one.
  /// - Returns: What came of each, and whether it was the first in its application.
  /// - Throws: What keeps the scripts from loading, or `CancellationError`.
  private func pass(
    _ order: [Int],
    isFresh: Bool = false
  ) async throws -> [(cell: AccessCell, isAlone: Bool)] {
    var cells: [(cell: AccessCell, isAlone: Bool)] = []
    var current: TriedPerson?
    for index in order {
      try Task.checkCancellation()
      let isAlone = current == nil
      let tried: TriedPerson
      if let current { tried = current } else { tried = try await TriedPerson(person, scripts) }
      cells.append((try await tried.open(places[index]), isAlone))
      if isFresh || tried.isSpent {
        await tried.end()
        current = nil
      } else {
        current = tried
      }
    }
    await current?.end()
    return cells
  }
}

/// A person in an application.
private final class TriedPerson {
  private let person: AccessPerson
  private let trial: Trial
  private let before: ScriptStateMark
  private let notes = AccessNotes()
  private var observed: [Any] = []

  /// Whether something has changed that another open would see.
  private(set) var isSpent = false

  init(_ person: AccessPerson, _ scripts: TrialScripts) async throws {
    self.person = person
    trial = try await scripts.trial()
    let (host, notes) = (trial.host, notes)
    observed.append(
      host.observeLog { entry in
        guard let failure = entry.failure else { return }
        notes.add(ScriptFailure(message: failure.message, site: failure.site))
      }
    )
    before = await trial.application.perform { application in
      application.resources.observe { if $0.action != .get { notes.noteChange() } }
      return host.stateMark(in: application)
    }
  }

  func open(_ place: AccessPlace) async throws -> AccessCell {
    let (host, person, location) = (trial.host, person, place.location ?? "")
    notes.clear()
    try await trial.application.perform { application throws(RouterError) in
      try person.take(host, in: application)
    }
    let outcome = await trial.perform { application in
      var options = OpenOptions()
      options.measuresSteps = true
      return await application.router.open(location, options: options)
    }
    let cell = AccessCell(outcome, beside: notes.failure)
    let now = await trial.application.perform { application in
      application.stage.clear()
      return host.stateMark(in: application)
    }
    isSpent = outcome == nil || notes.hasChanged || now != before
    return cell
  }

  func end() async { await trial.end() }
}

/// The failures and changes of an application while something is opened there.
private final class AccessNotes: Sendable {
  private struct State {
    var failure: ScriptFailure?
    var hasChanged = false
  }

  private let state = Mutex(State())

  var failure: ScriptFailure? { state.withLock { $0.failure } }
  var hasChanged: Bool { state.withLock { $0.hasChanged } }

  func clear() { state.withLock { $0 = State() } }
  func noteChange() { state.withLock { $0.hasChanged = true } }

  /// Takes a failure; the first one counts.
  func add(_ failure: ScriptFailure) {
    state.withLock { $0.failure = $0.failure ?? failure }
  }
}
