import Moonroute
import ScriptReports
import TextTools

/// A self-contained HTML page with a table.
package struct AccessPage {
  private let table: AccessTable
  private let name: String

  package init(_ table: AccessTable, of name: String) { (self.table, self.name) = (table, name) }

  package var text: String {
    let heads = table.people.map { "<th scope=\"col\">\(Self.escaped($0.name))</th>" }.joined()
    var text = HTMLReportStyle.head(of: .access, titled: "Who may open what", Self.style)
    text += "<main>\n<header>\n<h1>Who may open what</h1>\n<p class=\"facts\">"
    text += facts + "</p>\n</header>\n" + legend
    text += "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">Location</th>"
    text += "<th scope=\"col\">Route</th>\(heads)</tr></thead>\n<tbody>\n"
    text += table.rows.map(row).joined() + "</tbody>\n</table></div>\n"
    if !table.untried.isEmpty {
      let items = table.untried.map { "<li>\(Self.escaped($0.label))</li>\n" }.joined()
      text += "<h2>Not tried: no known location for the route</h2>\n<ul>\n\(items)</ul>\n"
    }
    return text + "</main>\n</body>\n</html>\n"
  }

  private var facts: String {
    let count = table.rows.count(where: \.hasFinding)
    let finding = count == 0 ? "no failures" : "failures at \(count)"
    let people = counted(table.people.count, "person", "people")
    return "\(Self.escaped(name)) · \(table.rows.count) locations · \(people) · \(finding)"
  }

  private var legend: String {
    let used = Set(table.rows.flatMap(\.cells).map(\.word))
    let items = AccessCell.Word.allCases.filter(used.contains)
      .map { "<li class=\"\($0.rawValue)\">\(Self.escaped($0.legend))</li>\n" }
    return "<ul class=\"legend\">\n\(items.joined())</ul>\n"
  }

  private func row(_ row: AccessTable.Row) -> String {
    let place = row.place
    let site = place.site.map { " title=\"\(Self.escaped($0.description))\"" } ?? ""
    let cells = row.cells.map { cell in
      let by = cell.decider.map { step in
        let site = step.site.map { ", \($0)" } ?? ""
        return "<small>by \(Self.escaped(step.words + site))</small>"
      }
      return "<td class=\"\(cell.word.rawValue)\">\(Self.escaped(cell.words))\(by ?? "")</td>"
    }
    return "<tr\(row.isSameForAll ? "" : " class=\"differs\"")><th scope=\"row\"><code>"
      + "\(Self.escaped(place.location ?? ""))</code></th>"
      + "<td class=\"route\"\(site)>\(Self.escaped(place.label))</td>\(cells.joined())</tr>\n"
  }

  private static func escaped(_ text: String) -> String { text.printed(as: .xmlAttribute) }

  private static let style = """
    main, .reports { max-width: 90rem; }
    .legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; padding: 0; }
    .wide { overflow-x: auto; background: var(--raised); border: 1px solid var(--line);
      border-radius: .6rem; }
    table { border-collapse: collapse; width: 100%; font-size: .9rem; }
    th, td { text-align: left; vertical-align: top; padding: .4rem .8rem; font-weight: 400; }
    tbody tr { border-top: 1px solid var(--line); }
    tbody th { overflow-wrap: anywhere; min-width: 12rem; }
    .differs th { font-weight: 600; border-left: 3px solid var(--notable); }
    thead th { color: var(--soft); font-weight: 600; white-space: nowrap; }
    .route, small { color: var(--soft); }
    small { display: block; }
    .opens { color: var(--good); } .fails { color: var(--bad); background: var(--bad-ground); }
    .stopped, .missing, .waits { color: var(--notable); }

    """
}
