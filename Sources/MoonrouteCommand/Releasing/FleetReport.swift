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

  var lines: [String] {
    let silent =
      view.silent.isEmpty ? "" : ", \(view.silent.count) silent (\(Self.names(view.silent)))"
    var lines = ["\(counted(view.reports.count, "host"))\(silent)"]
    if !view.reports.isEmpty { lines += table }
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

  private static func names(_ hosts: [String]) -> String {
    let rest = hosts.count - shownHosts
    return hosts.prefix(shownHosts).map(name).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  private static func name(_ text: String) -> String { text.printable.cut(to: nameColumns) }

  private var table: [String] {
    let head = ["release", "hosts", "trial", "opens/s", "failed", "different", "worst route"]
    let rows = [head] + view.rows.map(Self.cells)
    let widths = head.indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).enumerated()
        .map { index, cell in
          let isText = index == 0 || index == head.count - 1
          return isText ? cell.0.padded(to: cell.1) : cell.0.padded(before: cell.1)
        }
      return cells.joined(separator: "  ").trimmedAtEnd
    }
  }

  private static func cells(of row: FleetView.Row) -> [String] {
    [
      row.version.map(String.init) ?? "own",
      row.hosts.grouped,
      row.onTrial.grouped,
      decimal(row.opensPerSecond),
      percent(row.opens.all.failedShare),
      row.different.grouped,
      row.worstRoute.map { "\(name($0.name)) \(percent($0.failedShare))" } ?? "–",
    ]
  }

  private static func percent(_ share: Double) -> String { "\(decimal(share * 100)) %" }

  /// A number with one digit after the point.
  ///
  /// Numbers of reports are not trusted, so the largest ones are cut.
  private static func decimal(_ number: Double) -> String {
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

  private static func json(of row: FleetView.Row) -> JSON {
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
