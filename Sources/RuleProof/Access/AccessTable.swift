import LuaSyntax
import Moonroute
import Rehearsal

/// The ends of all people at all locations.
package struct AccessTable: Sendable {
  /// A location, and what comes of each person there.
  package struct Row: Sendable, Equatable {
    /// The location.
    package let place: AccessPlace

    /// A cell for each person, in their order.
    package var cells: [AccessCell]

    /// Whether something goes wrong that no comment allows.
    package var hasFinding: Bool { cells.contains(where: \.isFinding) }

    /// Whether all get the same: what they get, and where they are sent; reasons may differ.
    package var isSameForAll: Bool {
      cells.allSatisfy { cell in
        (cell.word, cell.ending.target) == (cells[0].word, cells[0].ending.target)
      }
    }
  }

  package let people: [AccessPerson]

  /// The rows, in the order in which the routes are registered.
  package var rows: [Row]

  /// The routes of which no location is known.
  package let untried: [AccessPlace]

  /// The cells where something goes wrong that no comment allows.
  package var findingCount: Int { rows.reduce(0) { $0 + $1.cells.count(where: \.isFinding) } }

  /// Leaves out of the findings what a comment allows at the line of a route, or alone above it:
  /// `-- moonroute: allow redirect_loop`.
  ///
  /// - Parameter texts: The scripts.
  /// - Complexity: O(*n*) for *n* bytes of scripts in which something fails.
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
