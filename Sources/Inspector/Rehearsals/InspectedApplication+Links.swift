#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost
import ScriptReports

extension InspectedApplication {
  /// The number of rows in a report.
  private static let chunk = 25

  /// The links in `links.txt` next to the scripts.
  func circulatingLinks() throws -> [String] {
    guard let bytes = host?.scriptText(of: DiffSide.linksFile) else { return [] }
    var reader = LinkReader(name: DiffSide.linksFile, format: .text)
    return try reader.read(bytes[...]) + reader.finish()
  }

  /// Opens links as `moonroute audit` does; reports the number of opened links and the new rows.
  func open(
    _ links: [String],
    as persona: String?,
    report: @Sendable (Int, [JSON]) -> Void
  ) async {
    do {
      let opener = try await LinkOpener(scripts(), as: persona, linkLimit: links.count)
      for start in stride(from: 0, to: links.count, by: Self.chunk) {
        let part = Array(links[start...].prefix(Self.chunk))
        let rows = zip(part, await opener.open(part)).map(Self.row)
        guard !Task.isCancelled else { break }
        report(start + part.count, rows)
      }
      await opener.end()
    } catch {
      guard !Task.isCancelled else { return }
      let ending = Ending(.failed, reason: InspectorService.refusal(error).message)
      let opened = LinkOpener.Opened(ending: ending)
      report(links.count, links.map { Self.row($0, opened) })
    }
  }

  private static func row(_ link: String, _ opened: LinkOpener.Opened) -> JSON {
    let ending = opened.ending
    let waits = "It waits for an outside event, such as an answer."
    return .fields(
      ("location", .text(link)),
      ("status", .text(ending.status.ofWire)),
      ("name", .optional(ending.reached)),
      ("target", .optional(ending.target)),
      ("reason", .optional(ending.status == .waiting ? waits : ending.reason)),
      ("microseconds", .optional(opened.duration.map { Int($0 / .microseconds(1)) }))
    )
  }
}

extension Ending.Status {
  /// The status of the outcome, or `waiting` without an outcome.
  var ofWire: String { ofOutcome?.rawValue ?? "waiting" }
}
#endif
