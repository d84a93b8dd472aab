import Moonroute
package import Rehearsal
import ScriptHost
import ScriptTesting

/// Opens locations as people, so that no open is seen by another one.
///
/// Each person has an application of their own. Before each open the session is what the person
/// brings, and the stage is empty; where the scripts hold anything else than before, or the clock has
/// moved, the next open gets a new application. Variables of the scripts are not seen by the host. So
/// everything is tried twice, the second time in the opposite order, and where the two do not agree,
/// once more in an application of its own, which has the last word.
package struct AccessRun: Sendable {
  package let scripts: RehearsalScripts

  /// Whether each open has an application of its own from the start.
  ///
  /// Default: no.
  package var isFresh = false

  /// How many people are tried at a time.
  ///
  /// Default: 4.
  package var jobCount = 4

  /// Takes the processor time of opens and loads, as they end; answers whether there is any left.
  ///
  /// Default: there always is.
  package var spend: @Sendable (Duration) -> Bool = { _ in true }

  /// Called with how much of the work is done, and how much there is.
  ///
  /// Default: nobody asks.
  package var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

  /// The locations and the people of a table.
  package struct Plan: Sendable {
    package let people: [AccessPerson]

    /// The locations at which they are tried.
    package let places: [AccessPlace]

    /// The routes of which no location is known.
    package let untried: [AccessPlace]
  }

  /// Prepares a run of scripts.
  package init(_ scripts: RehearsalScripts) { self.scripts = scripts }

  /// Fills the table of all routes.
  ///
  /// - Parameters:
  ///   - flags: The values of the session that are varied.
  ///   - personas: The personas that take part; `nil`: all.
  /// - Returns: The table.
  /// - Throws: What keeps the scripts from loading, ``AccessProblem``, a `RouterError` of a flag that
  ///   the session does not take, or `CancellationError`.
  package func table(
    varying flags: [AccessFlag] = [],
    as personas: [String]? = nil
  ) async throws -> AccessTable {
    try await table(of: try await plan(varying: flags, as: personas))
  }

  /// Finds the locations and the people of the table of all routes.
  ///
  /// - Parameters:
  ///   - flags: The values of the session that are varied.
  ///   - personas: The personas that take part; `nil`: all.
  /// - Returns: The locations and the people.
  /// - Throws: As ``table(varying:as:)``.
  package func plan(
    varying flags: [AccessFlag] = [],
    as personas: [String]? = nil
  ) async throws -> Plan {
    try AccessProblem.refuseRepetition(of: personas ?? [], flags)
    let trial = try await scripts.rehearsal()
    let host = trial.host
    let (places, known) = await trial.application.perform { application in
      (
        AccessPlace.all(of: application.router.rules),
        host.personas(in: application).map(\.name)
      )
    }
    await trial.end()
    guard spend(trial.time.executor.meter.total) else { throw AccessProblem.timeUsed }
    // Counted first: the product of some flags is more than there is memory for.
    let count = flags.reduce(max(1, (personas ?? known).count)) {
      $0.multipliedReportingOverflow(by: $1.settings.count).overflow
        ? Int.max : $0 * $1.settings.count
    }
    guard count <= AccessProblem.peopleLimit else { throw AccessProblem.manyPeople(count) }
    for name in personas ?? [] where !known.contains(name) {
      throw AccessProblem.unknownPersona(name, known: known)
    }
    return Plan(
      people: AccessPerson.all(personas ?? known, varying: flags),
      places: places.filter { $0.location != nil },
      untried: places.filter { $0.location == nil }
    )
  }

  /// Fills the table of a plan.
  ///
  /// - Throws: As ``table(varying:as:)``.
  package func table(of plan: Plan) async throws -> AccessTable {
    let rows = try await rows(plan.places, plan.people)
    var table = AccessTable(people: plan.people, rows: rows, untried: plan.untried)
    table.allow(by: scripts.texts)
    return table
  }

  /// Tries people at locations.
  ///
  /// - Parameters:
  ///   - places: The locations; what has none finds nothing.
  ///   - people: The people.
  /// - Returns: A row for each location.
  /// - Throws: As ``table(varying:as:)``.
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
