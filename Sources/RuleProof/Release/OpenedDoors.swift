package import Rehearsal
import TextTools

/// The doors that a version opens: pairs of a person and a location that open now and did not
/// before, also at new locations and for new people.
package struct OpenedDoors: Sendable {
  package struct Door: Sendable, Equatable {
    package let person: String
    package let location: String
    /// The name or pattern of its route.
    package let label: String
    /// The result before, in words; `nil` for a new location or a new person.
    package let before: String?
  }

  /// The doors, in order of registration of the routes.
  package private(set) var doors: [Door] = []

  /// Whether the new version has personas; without any, the only person is anybody.
  package let hasPersonas: Bool

  /// Opens the locations of both versions in both versions.
  ///
  /// - Throws: The error of loading the scripts, `AccessError` or `CancellationError`.
  package init(
    from before: RehearsalScripts,
    to after: RehearsalScripts
  ) async throws {
    let (old, new) = (AccessRun(before), AccessRun(after))
    let (oldPlan, newPlan) = (try await old.plan(), try await new.plan())
    let known = Set(newPlan.places.compactMap(\.location))
    let gone = oldPlan.places.filter { !known.contains($0.location ?? "") }
    let places = newPlan.places + gone
    async let first = old.table(of: AccessRun.Plan(people: oldPlan.people, places: places))
    async let second = new.table(of: AccessRun.Plan(people: newPlan.people, places: places))
    let was = Set(oldPlan.places.compactMap(\.location))
    self.init(
      from: try await first,
      to: try await second,
      knownBefore: { was.contains($0) }
    )
  }

  init(
    from before: AccessTable,
    to after: AccessTable,
    knownBefore isKnown: (String) -> Bool
  ) {
    hasPersonas = !after.people.isEmpty && after.people.contains { $0.persona != nil }
    var cells: [String: AccessCell] = [:]
    for row in before.rows {
      for (person, cell) in zip(before.people, row.cells) {
        cells["\(person.name)\0\(row.place.location ?? "")"] = cell
      }
    }
    for row in after.rows {
      let location = row.place.location ?? ""
      for (person, cell) in zip(after.people, row.cells) where cell.word == .opens {
        let old = cells["\(person.name)\0\(location)"]
        guard old?.word != .opens else { continue }
        doors.append(
          Door(
            person: person.name,
            location: location,
            label: row.place.label,
            before: isKnown(location) ? old?.words : nil
          )
        )
      }
    }
  }
}
