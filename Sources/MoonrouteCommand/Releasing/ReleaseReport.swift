#if Command && Releases
import MessageStream
import ReleaseTrust
import RuleProof
import ScriptHost
import ScriptReports
import TextTools

/// The effects of a bundle, and whether it was admitted.
struct ReleaseReport {
  private static let shownChanges = 20

  let bundle: ScriptBundle
  /// The version of the bundle that it is compared with.
  let base: Int?
  let doors: [OpenedDoors.Door]
  let shadow: ShadowRun?
  let showsAll: Bool

  func print(admitted target: BundleTarget? = nil, on console: Console) {
    if console.isJSON {
      console.print(json(target).line)
    } else {
      lines(target).forEach(console.printWrapped)
    }
    console.flush()
  }

  private func lines(_ target: BundleTarget?) -> [String] {
    var lines: [String] = []
    if !doors.isEmpty {
      let since = base.map { " since version \($0)" } ?? ""
      lines.append("this release opens \(counted(doors.count, "door"))\(since):")
      lines += doors.map { door in
        "  \(door.person.printable)  \(door.location.printable) (\(door.label.printable))   before: "
          + (door.before ?? "not there").printable
      }
    }
    if let shadow { lines += Self.lines(of: shadow, showsAll) }
    guard let target else {
      let approvals =
        (doors.isEmpty ? [] : ["--opens \(doors.count)"])
        + (shadow.map { $0.deadCount > 0 ? ["--shadow-dead \($0.deadCount)"] : [] } ?? [])
      let words =
        approvals.isEmpty
        ? "the approved numbers are too high" : "approve with \(approvals.joined(separator: " "))"
      return lines + ["not released: \(words)"]
    }
    return lines + [
      "admitted \(bundle.app) \(bundle.version)  \(target.sha256.prefix(8))",
      "It reaches hosts with: moonroute channel publish \(bundle.version) --channel NAME",
    ]
  }

  private static func lines(of shadow: ShadowRun, _ showsAll: Bool) -> [String] {
    let changes = shadow.all
    let shown = showsAll ? changes[...] : changes.prefix(shownChanges)
    let head =
      "\(counted(shadow.count, "link")): \(shadow.sameCount) end as before, \(shadow.movedCount) end"
      + " elsewhere, \(shadow.deadCount) are dead now"
    let rest = changes.count - shown.count
    return [head]
      + shown.map { change in
        let words = "\(change.before) → \(change.after)".printable
        let example = showsAll ? "  \(change.example.printed(as: .location))" : ""
        return "  \(change.isDead ? "dead" : "moved")  \(change.count) × \(words)\(example)"
      } + (rest > 0 ? ["  and \(rest) more kinds: --all"] : [])
  }

  private func json(_ target: BundleTarget?) -> JSON {
    .present(
      ("app", .text(bundle.app)),
      ("version", .int(bundle.version)),
      ("released", .bool(target != nil)),
      ("sha256", .optional(target?.sha256)),
      ("base", base.map(JSON.int) ?? .null),
      (
        "doors",
        .list(
          doors.map {
            .fields(
              ("persona", .text($0.person)),
              ("location", .text($0.location)),
              ("route", .text($0.label)),
              ("before", .optional($0.before))
            )
          }
        )
      ),
      ("shadow", shadow.map(shadowJSON) ?? .null)
    )
  }

  private func shadowJSON(_ shadow: ShadowRun) -> JSON {
    .fields(
      ("links", .int(shadow.count)),
      ("same", .int(shadow.sameCount)),
      ("moved", .int(shadow.movedCount)),
      ("dead", .int(shadow.deadCount)),
      (
        "changes",
        .list(
          shadow.all.map { change in
            .present(
              ("before", .text(change.before)),
              ("after", .text(change.after)),
              ("dead", .bool(change.isDead)),
              ("links", .int(change.count)),
              ("example", showsAll ? .text(change.example) : .null)
            )
          }
        )
      )
    )
  }
}
#endif
