import Moonroute
import Rehearsal
import ScriptAnalysis
import ScriptHost

/// The differences between an application and the same application with another path for a branch,
/// apart from the path.
struct MoveCheck {
  private(set) var changes: [DiffChange] = []

  /// Everybody's access with the redirects, if it is needed for a snapshot.
  private(set) var keptAccess: AccessSnapshot?

  private let move: PathMove
  private let symbols: ScriptSymbols

  init(
    of move: PathMove,
    _ symbols: ScriptSymbols,
    from side: DiffSide,
    to moved: DiffSide,
    keepingLinks kept: DiffSide?,
    savingAccess savesAccess: Bool,
    makingHosts makeHost: @escaping RuleDiff.MakeHosts
  ) async throws {
    (self.move, self.symbols) = (move, symbols)
    let before = try await LoadedSide(side, makingHosts: makeHost)
    let after = try await LoadedSide(kept ?? moved, makingHosts: makeHost)
    try await compareDoors(before, after)
    let circulating = try DiffLinks.circulating(in: side)
    let own = try DiffLinks([(side, before)], lists: []).all
      .filter { $0.origin != DiffSide.linksFile }.map(\.text)
    let old = try await RuleDiff.open(own + circulating, before)
    let new = try await RuleDiff.open(own.map(location) + circulating, after)
    compare(own, old, new)
    compare(
      circulating,
      old.dropFirst(own.count),
      new.dropFirst(own.count),
      note: kept == nil ? " (\(DiffSide.linksFile)): add --keep-links" : ""
    )
    guard kept != nil else { return }
    compare(own, old, try await RuleDiff.open(own, after))
    if savesAccess { keptAccess = AccessSnapshot(of: try await AccessRun(after.scripts).table()) }
  }

  /// The new location.
  private func location(_ text: String) -> String { symbols.movedWithQuery(text, by: move) }

  private mutating func compareDoors(_ before: LoadedSide, _ after: LoadedSide) async throws {
    let people = AccessPerson.all(before.personas, varying: [])
    let places = before.places.filter { $0.location != nil }
    let old = try await AccessRun(before.scripts)
      .table(of: AccessRun.Plan(people: people, places: places))
    let new = try await AccessRun(after.scripts)
      .table(
        of: AccessRun.Plan(
          people: people,
          places: places.map { AccessPlace($0, at: $0.location.map(location)) }
        )
      )
    for (first, second) in zip(old.rows, new.rows) {
      for (person, cells) in zip(people, zip(first.cells, second.cells)) {
        guard let kind = difference(cells.0, cells.1) else { continue }
        let place = second.place.location ?? ""
        add(kind, place, "for \(person.name): \(cells.0.lastingWords) → \(cells.1.lastingWords)")
      }
    }
  }

  private func difference(_ old: AccessCell, _ new: AccessCell) -> DiffKind? {
    guard old.word == new.word else {
      return new.word == .opens || old.word == .stopped ? .doorOpens : .doorCloses
    }
    return old.ending.target.map(location) == new.ending.target ? nil : .linkMoves
  }

  private mutating func compare(
    _ links: [String],
    _ old: some Sequence<Ending>,
    _ new: some Sequence<Ending>,
    note: String = ""
  ) {
    for (link, (first, second)) in zip(links, zip(old, new)) {
      let isSame =
        first.status == second.status && first.code == second.code
        && first.reached.map(move.moved) == second.reached.map(move.moved)
      guard !isSame else { continue }
      add(
        first.isGood ? .linkDies : .linkMoves,
        link,
        "ended as '\(first.lastingWords)', and now as '\(second.lastingWords)'\(note)"
      )
    }
  }

  private mutating func add(_ kind: DiffKind, _ location: String, _ words: String) {
    let change = DiffChange(kind, "\(code: location)", "\(words)")
    guard !changes.contains(where: { $0.text == change.text }) else { return }
    changes.append(change)
  }
}
