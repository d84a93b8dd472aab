import LuaSyntax
import Moonroute

/// The results of all people at all locations.
package struct AccessTable: Sendable {
  package struct Row: Sendable, Equatable {
    package let place: AccessPlace
    package var cells: [AccessCell]

    package var hasFinding: Bool { cells.contains(where: \.isFinding) }

    /// Whether all people have the same result and redirect target; reasons may differ.
    package var isSameForAll: Bool {
      cells.allSatisfy { cell in
        (cell.word, cell.ending.target) == (cells[0].word, cells[0].ending.target)
      }
    }

    /// The section of reports that the row belongs to.
    package var reach: Reach {
      guard !cells.contains(where: { $0.word == .fails }) else { return .fails }
      guard isSameForAll else { return .depends }
      return switch cells[0].word {
      case .opens: .everybody
      case .sent: .elsewhere
      case .stopped: .closed
      case .missing, .waits, .fails: .unreached
      }
    }
  }

  /// The people whom a location lets in.
  package enum Reach: String, Sendable {
    case everybody
    /// Everybody is sent to the same other location.
    case elsewhere
    case depends
    case closed
    /// It is not found, or the open waits.
    case unreached
    /// It fails for somebody.
    case fails
  }

  package let people: [AccessPerson]

  /// The rows, in order of registration of the routes.
  package var rows: [Row]

  /// The routes without a known location.
  package let untried: [AccessPlace]

  package var findingCount: Int { rows.reduce(0) { $0 + $1.cells.count(where: \.isFinding) } }

  /// Excludes failures from the findings if a comment allows them on the line of a route, or on a
  /// separate line above: `-- moonroute: allow redirect_loop`.
  package mutating func allow(by texts: [String: [UInt8]]) {
    var known: [String: Suppressions] = [:]
    for row in rows.indices {
      guard let site = rows[row].place.site, rows[row].cells.contains(where: \.isFinding),
        let text = texts[site.file]
      else { continue }
      let suppressions = known[site.file] ?? Suppressions(LuaTree(text), LineTable(text))
      known[site.file] = suppressions
      for cell in rows[row].cells.indices {
        let code = rows[row].cells[cell].code?.rawValue ?? ""
        if suppressions.allows(code, line: site.line) { rows[row].cells[cell].isFinding = false }
      }
    }
  }
}
