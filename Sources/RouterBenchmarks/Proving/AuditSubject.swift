import Moonroute
import Rehearsal
import RoutePatterns
import RuleProof
import Synchronization

/// `moonroute audit`: many different links of an application of 1,000 routes.
enum AuditSubject {
  /// A tenth of the million in the goals.
  private static let count = 100_000

  static let subject = BenchmarkSubject(
    name: "audit",
    figures: { _ in
      let times = Mutex((matching: 0.0, opening: 0.0))
      let ended = BlockingWait.value {
        guard let opener = try? await LinkOpener(AccessSubject.scripts, as: nil),
          let rehearsal = try? await AccessSubject.scripts.rehearsal()
        else { return 0 }
        let rules = await rehearsal.application.perform {
          $0.router.rules.configuration.locationRules
        }
        let index = rehearsal.application.directory.index
        let lines = (0..<count).map { "/module\($0 % 50)/route\($0 % 20)/\($0)\n" }
        let list = Array(lines.joined().utf8)
        var tally = LinkTally()
        let start = ContinuousClock.now
        for link in links(in: list) {
          tally.add(link, Ending(link, in: index, rules: rules).kind)
        }
        let middle = ContinuousClock.now
        let links = links(in: list)
        for (link, opened) in zip(links, await opener.open(links)) {
          tally.add(link, opened.ending.kind)
        }
        let seconds = (
          matching: (middle - start) / .seconds(1),
          opening: (ContinuousClock.now - middle) / .seconds(1)
        )
        times.withLock { $0 = seconds }
        await rehearsal.end()
        await opener.end()
        return tally.statuses.reduce(0) {
          $0 + ([.matched, .opened, .intercepted].contains($1.status) ? $1.count : 0)
        }
      }
      guard ended == 2 * count else { throw BenchmarkError.wrongAnswer(path: "\(ended)") }
      let found = times.withLock { $0 }
      return [
        BenchmarkFigure(
          name: "audit/100,000 links, matched",
          value: found.matching,
          unit: "s",
          goal: 0.5
        ),
        BenchmarkFigure(
          name: "audit/100,000 links, opened",
          value: found.opening,
          unit: "s",
          goal: 0.6
        ),
      ]
    }
  )

  private static func links(in list: [UInt8]) -> [String] {
    var reader = LinkReader(name: "links")
    let links = try? reader.read(list[...])
    return (links ?? []) + ((try? reader.finish()) ?? [])
  }
}
