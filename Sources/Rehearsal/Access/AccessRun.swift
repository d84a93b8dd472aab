package import Moonroute
import ScriptHost

/// Opens locations as different people, and isolates the opens from each other.
///
/// Each person has a separate application. Each open starts with the person's session and an empty
/// stage. If an open changes the state of the scripts or moves the clock, the next open gets a new
/// application.
///
/// The host cannot see Lua variables. Therefore all opens run twice, the second time in reverse
/// order. If the two results differ, a third open in a new application decides.
package struct AccessRun: Sendable {
  package let scripts: RehearsalScripts

  /// Whether each open has a new application from the start.
  package var isFresh = false

  /// The number of people to try concurrently.
  package var jobCount = 4

  /// Receives the processor time of finished opens and loads, and returns whether any time is left.
  package var spend: @Sendable (Duration) -> Bool = { _ in true }

  package var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

  /// The open of a place by a person.
  package struct Visit: Sendable {
    package let place: AccessPlace
    package let person: AccessPerson
    /// The stage after the open.
    package let tree: StageTree
    /// `nil` if the open has not ended.
    package let outcome: Outcome?
    /// The style in which the route presents its screen, if the screen fills the stage only because
    /// nothing was below it.
    package let style: PresentationStyle?
  }

  /// Receives each open; the last one of a place and a person belongs to its cell.
  package var watch: (@Sendable (Visit) -> Void)?

  package struct Plan: Sendable {
    package let people: [AccessPerson]

    package let places: [AccessPlace]

    /// The routes without a known location.
    package let untried: [AccessPlace]

    package init(people: [AccessPerson], places: [AccessPlace], untried: [AccessPlace] = []) {
      (self.people, self.places, self.untried) = (people, places, untried)
    }
  }

  package init(_ scripts: RehearsalScripts) { self.scripts = scripts }

  /// Creates the table of all routes, for all personas by default.
  ///
  /// - Parameters:
  ///   - flags: The varied session values.
  ///   - personas: The personas to try; `nil` means all.
  /// - Returns: The table.
  /// - Throws: The error of loading the scripts, ``AccessError``, a `RouterError` for a flag
  ///   that the session does not accept, or `CancellationError`.
  package func table(
    varying flags: [AccessFlag] = [],
    as personas: [String]? = nil
  ) async throws -> AccessTable {
    try await table(of: try await plan(varying: flags, as: personas))
  }

  package func plan(
    varying flags: [AccessFlag] = [],
    as personas: [String]? = nil
  ) async throws -> Plan {
    try AccessError.refuseRepetition(of: personas ?? [], flags)
    let trial = try await scripts.rehearsal()
    let host = trial.host
    let (places, known, shape) = await trial.application.perform { application in
      (
        AccessPlace.all(of: application.router.rules),
        host.personas(in: application).map(\.name),
        host.sessionShape(in: application)
      )
    }
    await trial.end()
    var declared: [AccessFlag] = []
    for flag in flags { declared.append(try flag.declared(in: shape)) }
    let flags = declared
    guard spend(trial.time.executor.meter.total) else { throw AccessError.timeUsed }
    // Check the count first, because the product of the flags may exceed memory.
    let count = flags.reduce(max(1, (personas ?? known).count)) {
      $0.multipliedReportingOverflow(by: $1.settings.count).overflow
        ? Int.max : $0 * $1.settings.count
    }
    guard count <= AccessError.peopleLimit else { throw AccessError.manyPeople(count) }
    for name in personas ?? [] where !known.contains(name) {
      throw AccessError.unknownPersona(name, known: known)
    }
    return Plan(
      people: AccessPerson.all(personas ?? known, varying: flags),
      places: places.filter { $0.location != nil },
      untried: places.filter { $0.location == nil }
    )
  }

  /// Opens one location as each persona, or as some; empty if no route matches it.
  package func ends(
    of location: String,
    as personas: [String]? = nil
  ) async throws -> [(person: AccessPerson, cell: AccessCell)] {
    let trial = try await scripts.rehearsal()
    let host = trial.host
    let (place, known) = await trial.application.perform { application in
      let rules = application.router.rules
      let read = try? Location(parsing: location, rules: rules.configuration.locationRules)
      let route = read.flatMap { rules.directory.index.match($0)?.0 }
      return (
        route.map { AccessPlace(of: $0, at: location) },
        host.personas(in: application).map(\.name)
      )
    }
    await trial.end()
    guard let place else { return [] }
    let people = AccessPerson.all(personas ?? known, varying: [])
    let row = try await rows([place], people)[0]
    return zip(people, row.cells).map { (person: $0, cell: $1) }
  }

  package func table(of plan: Plan) async throws -> AccessTable {
    let rows = try await rows(plan.places, plan.people)
    var table = AccessTable(people: plan.people, rows: rows, untried: plan.untried)
    table.allow(by: scripts.texts)
    return table
  }

  /// A place without a location counts as not found.
  func rows(
    _ places: [AccessPlace],
    _ people: [AccessPerson]
  ) async throws -> [AccessTable.Row] {
    let passes = isFresh ? 1 : 2
    let progress = AccessProgress(of: places.count * people.count * passes, report: progress)
    var columns = [[AccessCell]](repeating: [], count: people.count)
    try await withThrowingTaskGroup(of: (Int, [AccessCell]).self) { group in
      for (index, person) in people.enumerated() {
        if index >= jobCount, let (done, cells) = try await group.next() { columns[done] = cells }
        group.addTask {
          (index, try await AccessColumn(person, places, self, progress).cells())
        }
      }
      for try await (done, cells) in group { columns[done] = cells }
    }
    return places.indices.map { row in
      AccessTable.Row(place: places[row], cells: columns.map { $0[row] })
    }
  }
}
