import MessageStream
import Moonroute
import Rehearsal
import TextTools

/// The differences between two access tables.
struct DoorChanges {
  private let before: AccessTable
  private let after: AccessTable
  private let sides: (before: LoadedSide, after: LoadedSide)
  private let pairs: RoutePairs
  private(set) var changes: [DiffChange] = []
  /// The names or patterns of the new routes whose access differs.
  private(set) var routes: Set<String> = []

  /// Compares two tables with the same people and locations.
  init(
    from before: AccessTable,
    to after: AccessTable,
    of sides: (before: LoadedSide, after: LoadedSide),
    _ pairs: RoutePairs
  ) {
    (self.before, self.after, self.sides, self.pairs) = (before, after, sides, pairs)
    let difference = AccessDifference(from: AccessSnapshot(of: before), to: after)
    let rows = Dictionary(
      after.rows.indices.map { ((after.rows[$0].place.location ?? "").printable, $0) }
    ) { first, _ in first }
    let people = Dictionary(
      after.people.indices.map { (AccessSnapshot.name(of: after.people[$0]), $0) }
    ) { first, _ in first }
    for change in difference.changes {
      guard let row = rows[change.location], let person = people[change.person] else { continue }
      add(change, row, person)
    }
    addPages()
  }

  private mutating func add(_ change: AccessDifference.Change, _ row: Int, _ person: Int) {
    let (old, new) = (before.rows[row].cells[person], change.now)
    let place = after.rows[row].place
    let location = place.location ?? ""
    guard sides.before.has(location), sides.after.has(location),
      let kind = Self.kind(from: old, to: new)
    else { return }
    let route = pairs.newLabel(place.label) ?? place.label
    routes.insert(route)
    var door = DiffChange(
      kind,
      "\(change.person) \(code: location)",
      at: change.step?.site ?? place.site,
      fields: [
        JSON.Field("persona", .text(after.people[person].baseName)),
        JSON.Field("location", .text(location)), JSON.Field("before", Self.json(old)),
        JSON.Field("after", Self.json(new)),
      ]
    )
    if let step = change.step {
      door.fields.append(JSON.Field("decided_by", AccessTable.json(step)))
    }
    door.rules = [change.step?.site, place.site].compactMap(\.self)
    (door.door, door.route) = (change, route)
    changes.append(door)
  }

  /// A difference of the reason alone is a change of the rule.
  private static func kind(from old: AccessCell, to new: AccessCell) -> DiffKind? {
    let wasIn = old.word == .opens || old.word == .sent
    return switch new.word {
    // An error outside of the rules is fixed; nobody got more rights.
    case .opens where old.word == .fails && old.decider?.kind.isDecision != true: nil
    case .opens: .doorOpens
    case .fails, .missing, .waits: wasIn ? .linkDies : .linkMoves
    case .stopped where old.word == .stopped: .ruleChanged
    case .sent, .stopped: old.word == .opens ? .doorCloses : .linkMoves
    }
  }

  private static func json(_ cell: AccessCell) -> JSON {
    var fields = [JSON.Field("access", .text(cell.word.rawValue))]
    if let target = cell.ending.target { fields.append(JSON.Field("target", .text(target))) }
    if let reason = cell.reason { fields.append(JSON.Field("reason", .text(reason))) }
    return .object(fields)
  }

  /// The locations of new routes that everybody can open.
  private mutating func addPages() {
    let added = Set(pairs.added.map(\.route.label))
    for row in after.rows where added.contains(row.place.label) {
      guard let location = row.place.location, !sides.before.has(location),
        row.cells.allSatisfy({ $0.word == .opens })
      else { continue }
      changes.append(
        DiffChange(
          .newPage,
          "\(code: location)",
          note: "opens for everybody",
          at: row.place.site,
          fields: [
            JSON.Field("route", .text(row.place.label)), JSON.Field("location", .text(location)),
          ]
        )
      )
    }
  }
}

extension OutcomeStep.Kind {
  fileprivate var isDecision: Bool { [.proxy, .guard, .redirect].contains(self) }
}
