#if Command && Releases
import Fleet
import MessageStream
import RuleProof
import ScriptReleases
import ScriptReports
import TextTools

/// The hosts of a channel, as a table or as JSON.
struct FleetReport {
  /// The most names of hosts in a line.
  private static let shownHosts = 5

  /// The most columns of a name.
  private static let nameColumns = 40

  private static let largest = 1e15

  private let view: FleetView

  init(_ view: FleetView) { self.view = view }

  // MARK: Lines

  /// The lines; a table that is wider than the columns leaves out less important numbers.
  func lines(columns: Int? = nil) -> [String] {
    let silent =
      view.silent.isEmpty ? "" : ", \(view.silent.count) silent (\(Self.names(view.silent)))"
    var lines = ["\(counted(view.reports.count, "host"))\(silent)"]
    if !view.rows.isEmpty { lines += table(columns) }
    lines += view.prepared.map { "\($0.version) is prepared by \(counted($0.hosts, "host"))" }
    lines += view.refusals.map { refusal in
      "\(refusal.refusal.version) is refused by \(counted(refusal.hosts.count, "host"))"
        + " (\(Self.names(refusal.hosts))): \(refusal.refusal.reason.onOneLine.printable)"
    }
    lines += view.problems.map { problem in
      "\(counted(problem.hosts.count, "host")) (\(Self.names(problem.hosts))) cannot take more:"
        + " \(problem.reason.onOneLine.printable)"
    }
    return lines
  }

  static func names(_ hosts: [String]) -> String {
    let rest = hosts.count - shownHosts
    return hosts.prefix(shownHosts).map(name).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  static func name(_ text: String) -> String { text.printable.cut(to: nameColumns) }

  private struct Column: Sendable {
    let head: String
    let cell: @Sendable (FleetView.Row) -> String
  }

  private static let columns = [
    Column(head: "release") { $0.version.map(String.init) ?? "own" },
    Column(head: "hosts") { $0.hosts.grouped }, Column(head: "trial") { $0.onTrial.grouped },
    Column(head: "opens/s") { decimal($0.opensPerSecond) },
    Column(head: "failed") { percent($0.opens.all.failedShare) },
    Column(head: "different") { $0.different.grouped },
  ]

  /// The columns that a narrow table leaves out, the first ones first.
  private static let lessImportant = ["different", "opens/s", "trial"]

  /// The least width of the last column.
  private static let routeColumns = 15

  private func table(_ limit: Int?) -> [String] {
    let rows = view.rows
    var columns = Self.columns.map { column in [column.head] + rows.map(column.cell) }
    var omitted = Self.lessImportant[...]
    func width(_ column: [String]) -> Int { column.map(\.columns).max() ?? 0 }
    func used() -> Int { columns.reduce(0) { $0 + width($1) + 2 } }
    while let limit, used() + Self.routeColumns > limit, let head = omitted.popFirst() {
      columns.removeAll { $0[0] == head }
    }
    let rest = limit.map { max(Self.routeColumns, $0 - used()) } ?? .max
    let routes = ["worst route"] + rows.map { Self.worstRoute(of: $0, columns: rest) }
    return routes.indices.map { row in
      let cells = columns.enumerated()
        .map { index, column in
          let width = width(column)
          return index == 0 ? column[row].padded(to: width) : column[row].padded(before: width)
        }
      return (cells + [routes[row]]).joined(separator: "  ").trimmedAtEnd
    }
  }

  private static func worstRoute(of row: FleetView.Row, columns: Int) -> String {
    guard let worst = row.worstRoute else { return "–" }
    let share = percent(worst.failedShare)
    return "\(name(worst.name).cut(to: max(1, columns - share.columns - 1))) \(share)"
  }

  static func percent(_ share: Double) -> String { "\(decimal(share * 100)) %" }

  /// A number with one digit after the point.
  ///
  /// Numbers of reports are not trusted, so the largest ones are cut.
  static func decimal(_ number: Double) -> String {
    let tenths = Int((min(number, largest) * 10).rounded())
    return "\((tenths / 10).grouped).\(tenths % 10)"
  }

  // MARK: JSON

  var json: JSON {
    .fields(
      ("hosts", .int(view.reports.count)),
      ("silent", .list(view.silent.map(JSON.text))),
      ("releases", .list(view.rows.map(Self.json))),
      (
        "prepared",
        .list(
          view.prepared.map { .fields(("release", .int($0.version)), ("hosts", .int($0.hosts))) }
        )
      ),
      (
        "refused",
        .list(
          view.refusals.map { refusal in
            .fields(
              ("release", .int(refusal.refusal.version)),
              ("reason", .text(refusal.refusal.reason)),
              ("hosts", .list(refusal.hosts.map(JSON.text)))
            )
          }
        )
      ),
      (
        "problems",
        .list(
          view.problems.map { problem in
            .fields(
              ("reason", .text(problem.reason)),
              ("hosts", .list(problem.hosts.map(JSON.text)))
            )
          }
        )
      )
    )
  }

  static func json(of row: FleetView.Row) -> JSON {
    .fields(
      ("release", row.version.map(JSON.int) ?? .null),
      ("hosts", .int(row.hosts)),
      ("trial", .int(row.onTrial)),
      ("opens", .int(row.opens.all.opens)),
      ("failed", .int(row.opens.all.failed)),
      ("opens_per_second", .number(row.opensPerSecond)),
      ("different", .int(row.different)),
      (
        "worst_route",
        row.worstRoute.map {
          .fields(("name", .text($0.name)), ("failed_share", .number($0.failedShare)))
        } ?? .null
      )
    )
  }
}
#endif
