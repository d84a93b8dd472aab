#if Command && Releases
import Fleet
import MessageStream
import ScriptReleases
import ScriptReports
import TextTools

/// The events of a roll-out, as lines or as JSON.
struct RolloutReport {
  let rollout: Rollout

  private var share: String { ChannelReport.percent(rollout.share) }

  private var row: FleetView.Row { rollout.view.row(of: rollout.version) }

  /// The hosts with the release at the end of a stage.
  var stage: (line: String, json: JSON) {
    let row = row
    var words = [
      counted(row.hosts, "host"), "\(FleetReport.decimal(row.opensPerSecond)) opens/s",
      "\(FleetReport.percent(row.opens.all.failedShare)) failed",
    ]
    if let worst = row.worstRoute {
      let name = FleetReport.name(worst.name)
      words.append("worst route \(name) \(FleetReport.percent(worst.failedShare))")
    }
    let line = "\(rollout.version) at \(share) is healthy: \(words.joined(separator: ", "))"
    return (line, json("healthy", FleetReport.json(of: row)))
  }

  /// The wait for reports.
  var silence: (line: String, json: JSON) {
    let line = "\(rollout.version) at \(share): no host has reported in this stage, so it goes on"
    return (line, json("silent", .null))
  }

  func halt(_ problem: Rollout.Problem) -> (line: String, json: JSON) {
    switch problem {
    case .opens(let problem, let hosts):
      let place = problem.route.map { "the route '\(FleetReport.name($0))' fails" } ?? "opens fail"
      let numbers = problem.numbers(comparedWith: "with other releases")
      let line = "halted at \(share): \(place) on \(counted(hosts, "host")): \(numbers)"
      return (
        line,
        json(
          "halted",
          .fields(
            ("route", .optional(problem.route)),
            ("hosts", .int(hosts)),
            ("opens", .int(problem.now.opens)),
            ("failed", .int(problem.now.failed)),
            ("other_opens", .int(problem.before.opens)),
            ("other_failed", .int(problem.before.failed))
          )
        )
      )
    case .refusals(let refusal, let hosts, let all):
      let reason = refusal.refusal.reason
      let line =
        "halted at \(share): \(hosts) of \(counted(all, "host")) refuse \(rollout.version)"
        + " (\(FleetReport.names(refusal.hosts))): \(reason.onOneLine.printable)"
      return (
        line,
        json(
          "halted",
          .fields(
            ("refused_by", .list(refusal.hosts.map(JSON.text))),
            ("hosts", .int(hosts)),
            ("of_hosts", .int(all)),
            ("reason", .text(reason))
          )
        )
      )
    }
  }

  private func json(_ event: String, _ details: JSON) -> JSON {
    .fields(
      ("rollout", .text(event)),
      ("release", .int(rollout.version)),
      ("share", .int(rollout.share)),
      ("details", details)
    )
  }
}

extension Console {
  /// Prints an event of a roll-out.
  func print(_ event: (line: String, json: JSON)) {
    if isJSON { print(event.json.line) } else { printWrapped(event.line) }
    flush()
  }
}
#endif
