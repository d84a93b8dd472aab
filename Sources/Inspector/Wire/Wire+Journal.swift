#if Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal

extension InspectorService {
  /// The paths for the recorded acts as a file.
  static var journalHandlers: [WireHandler] {
    [
      WireHandler(.get, "journal", feature: "journal") { service, request in
        .text(try service.journeyFile(to: request.number("to")))
      },
      WireHandler(.post, "journal") { service, request in
        let file = try request.reading { fields throws(Refusal) in try JourneyFile(&fields) }
        return .json(service.describe(file))
      },
    ]
  }

  /// The acts up to a row as a file, by default all acts.
  private func journeyFile(to row: Int?) throws(Refusal) -> String {
    let last = row ?? timeline.last
    let recording = work.recording(of: last, else: inspected.recording)
    try recording.requireWhole()
    return try JourneyFile(Array(recording.entries(upTo: last)), application: settings.application)
      .text
  }

  /// Describes the acts of a file and whether this server can perform them.
  private func describe(_ file: JourneyFile) -> JSON {
    let acts = file.steps.map { step in
      JSON.fields(
        ("post", .text(step.act.post)),
        ("body", step.act.body),
        ("text", .text(step.act.words)),
        ("end", .optional(step.ending)),
        ("long", .bool(step.isLong)),
        ("here", .bool(canDo(step.act)))
      )
    }
    return .fields(("application", .text(file.application)), ("acts", .list(acts)))
  }
}
#endif
