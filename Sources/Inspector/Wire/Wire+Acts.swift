#if Inspector
import LoopbackServer
package import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptReports

extension InspectorService {
  static var actHandlers: [WireHandler] {
    [
      WireHandler(.post, "open", feature: "open") { service, request in
        let (act, isDry, isFirst) = try request.reading { fields throws(Refusal) in
          (
            try Act("open", &fields), try fields.optionalBool("dry") ?? false,
            try fields.optionalBool("first") ?? false
          )
        }
        guard !isDry else { return try await service.openDry(act) }
        if isFirst { try service.claimFirstAct() }
        return .json(try await service.inspected.perform(act).json)
      },
      WireHandler(.post, "opens/", feature: "steps") { service, request in
        try request.reading { _ in }
        return .json(try await service.cancel(request.rest))
      },
      act("act", feature: "act"),
      act("emit", feature: "stores"),
      act("resource", feature: "stores"),
      act("session", feature: "session", need: .scripts),
      act("clock", feature: "clock", need: .clock),
      WireHandler(.post, "console", feature: "console", need: .console) { service, request in
        let act = try request.reading { fields throws(Refusal) in try Act("console", &fields) }
        // An incomplete text is not an act. The client sends it again with the next line.
        if case .lua(let text) = act, PromptText(text).goesOn {
          return .json(.fields(("goes_on", .bool(true))))
        }
        return .json(try await service.inspected.perform(act).json)
      },
    ]
  }

  /// Cancels a running open: the rest of the path is `NUMBER/cancel`.
  private func cancel(_ rest: String) async throws(Refusal) -> JSON {
    let parts = rest.split(separator: "/")
    guard parts.count == 2, parts[1] == "cancel", let number = Int(parts[0]) else {
      throw .notFound("There is nothing at 'opens/\(rest.prefix(200))'.")
    }
    let inspected = inspected
    var isCancelled = false
    if let open = inspected.opens.routerNumber(of: number) {
      isCancelled = await inspected.application.perform { $0.router.cancelOpen(open) }
    }
    guard isCancelled else {
      throw Refusal(status: 409, code: "over", message: "Open \(number) is over.")
    }
    return .fields(("ok", .bool(true)), ("end", .text("cancelled")))
  }

  static func act(
    _ post: String,
    feature: String? = nil,
    need: WireHandler.Need = .nothing
  ) -> WireHandler {
    WireHandler(.post, post, feature: feature, need: need) { service, request in
      let act = try request.reading { fields throws(Refusal) in try Act(post, &fields) }
      return .json(try await service.inspected.perform(act).json)
    }
  }
}

extension ActReply {
  package var json: JSON {
    .object(fields.map(JSON.Field.init) + [JSON.Field("end", .text(words))])
  }

  private var fields: [(String, JSON)] {
    if let clock { return [("mode", .text(clock.mode.rawValue)), ("now", .number(clock.now))] }
    if let evaluation { return evaluation.fields }
    switch result {
    case .opened(let outcome): return [("number", .optional(number)), ("outcome", outcome.json)]
    case .emitted(let receivers): return [("receivers", .int(receivers))]
    case .session(let value): return [("session", JSON(session: value))]
    case .persona(let changes): return [("ok", .bool(true)), ("changes", .int(changes))]
    case .moved, .rechecked, .restored, .answered, .done:
      let refusal = result.refusal
      return [("ok", .bool(refusal == nil)), ("reason", .optional(refusal))]
    }
  }
}
#endif
