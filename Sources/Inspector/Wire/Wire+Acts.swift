#if Inspector
import LoopbackServer
package import MessageStream
import Moonroute
import ScriptHost
import ScriptReports

extension InspectorService {
  /// The paths that do something to the application.
  static var actHandlers: [WireHandler] {
    [
      WireHandler(.post, "open", feature: "open") { service, request in
        let (act, isDry) = try request.reading { fields throws(Refusal) in
          (try Act("open", &fields), try fields.optionalBool("dry") ?? false)
        }
        guard !isDry else { return try await service.openDry(act) }
        return .json(try await service.world.perform(act).json)
      },
      act("act", feature: "act"),
      act("emit", feature: "stores"),
      act("resource", feature: "stores"),
      act("session", feature: "session", need: .scripts),
      act("clock", feature: "clock", need: .clock),
      WireHandler(.post, "console", feature: "console", need: .console) { service, request in
        let act = try request.reading { fields throws(Refusal) in try Act("console", &fields) }
        // A text that is not whole yet is no act: its next line is awaited.
        if case .console(let text) = act, PromptText(text).goesOn {
          return .json(.fields(("goes_on", .bool(true))))
        }
        return .json(try await service.world.perform(act).json)
      },
    ]
  }

  /// A path whose body is an act.
  static func act(
    _ post: String,
    feature: String? = nil,
    need: WireHandler.Need = .nothing
  ) -> WireHandler {
    WireHandler(.post, post, feature: feature, need: need) { service, request in
      let act = try request.reading { fields throws(Refusal) in try Act(post, &fields) }
      return .json(try await service.world.perform(act).json)
    }
  }
}

extension ActEnding {
  /// The ending as the wire answers it.
  package var json: JSON {
    .object(fields.map(JSON.Field.init) + [JSON.Field("end", .text(words))])
  }

  private var fields: [(String, JSON)] {
    switch self {
    case .opened(let number, let outcome):
      [("number", .optional(number)), ("outcome", outcome.json)]
    case .done(let refusal): [("ok", .bool(refusal == nil)), ("reason", .optional(refusal))]
    case .emitted(let receivers): [("receivers", .int(receivers))]
    case .session(let value): [("session", JSON(session: value))]
    case .persona(let changes): [("ok", .bool(true)), ("changes", .int(changes))]
    case .clock(let mode, let now): [("mode", .text(mode.rawValue)), ("now", .number(now))]
    case .evaluated(let evaluation): evaluation.fields
    }
  }
}
#endif
