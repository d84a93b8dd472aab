#if Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
package import ScriptHost
import ScriptReports
import ScriptTesting

extension InspectorService {
  /// The paths for the inspected application as a whole and for its history.
  static var worldHandlers: [WireHandler] {
    [
      WireHandler(.get, "hello") { service, _ in .json(service.hello) },
      WireHandler(.get, "stream") { service, request in
        let wanted = request.server.query["events"]?.split(separator: ",").map(String.init) ?? []
        return .events(
          service.stream.open(resumingAfter: request.server.lastEventID, with: Set(wanted))
        )
      },
      WireHandler(.get, "stage", feature: "stage") { service, _ in
        .text(service.timeline.stage?.text ?? StageSnapshot.empty.text)
      },
      WireHandler(.get, "timeline", feature: "timeline") { service, request in
        let limit = try request.number("limit") ?? 1_000
        let after = try request.number("after") ?? 0
        return .text(service.timeline.page(after: after, limit: min(limit, 1_000)).text)
      },
      WireHandler(.get, "outcomes/") { service, request in
        let number = try request.restNumber()
        guard let outcome = service.timeline.outcome(number) else {
          throw Refusal.notFound("The outcome of open \(number) is no longer available.")
        }
        return .text(outcome.text)
      },
      WireHandler(.post, "clear") { service, request in
        try request.reading { _ in }
        return .json(.fields(("ok", .bool(true)), ("last", .int(service.timeline.clear()))))
      },
      WireHandler(.post, "record") { service, request in
        let isPaused = try request.reading { fields throws(Refusal) in
          try fields.bool("paused")
        }
        service.timeline.isRecording = !isPaused
        return .json(.fields(("paused", .bool(isPaused))))
      },
      WireHandler(.post, "pin") { service, request in
        let (row, isPinned) = try request.reading { fields throws(Refusal) in
          (try fields.number("row"), try fields.optionalBool("pinned") ?? true)
        }
        guard service.timeline.pin(row, isPinned) else {
          throw Refusal.notFound("There is no row \(row), or too many rows are pinned.")
        }
        return .json(.fields(("ok", .bool(true))))
      },
      WireHandler(.post, "reload", need: .scripts) { service, request in
        try request.reading { _ in }
        try await service.reload()
        return .json(.fields(("generation", .optional(service.inspected.status.generation))))
      },
    ]
  }

  private var hello: JSON {
    .fields(
      ("protocol", .fields(("major", .int(Self.version)), ("minor", .int(1)))),
      ("server", .text(settings.server)),
      ("application", .text(settings.application)),
      ("folder", .optional(settings.folder)),
      ("generation", .optional(inspected.status.generation)),
      ("loading", .bool(!firstLoad.isOver)),
      ("attached", .bool(settings.isAttached)),
      ("editor", .optional(settings.editor)),
      ("read_only", .bool(settings.isReadOnly)),
      ("features", .texts(features)),
      ("start", .optional(start))
    )
  }

  package func reload() async throws(ScriptProblems) {
    defer { firstLoad.end() }
    try await jobs.take { () async throws(ScriptProblems) in try await self.reloadNow() }
  }

  private func reloadNow() async throws(ScriptProblems) {
    let inspected = inspected
    guard let host = inspected.host else { return }
    await keepVersion()
    // A reload updates the problems itself. This handles a reload without changes.
    let hasNewLooks = !settings.isAttached && looks.refresh(from: host)
    defer { if hasNewLooks { inspected.update { $0.loadCount += 1 } } }
    if try await host.reload() == nil, !inspected.status.problems.isEmpty {
      inspected.update { ($0.problems, $0.loadCount) = ([], $0.loadCount + 1) }
    }
  }

  /// A program's thread does not check scripts unless a client requests it.
  private var checkSummary: JSON {
    let inspected = inspected
    guard !settings.isAttached, firstLoad.isOver, let host = inspected.host else { return .null }
    return checks.summary(of: inspected, host, survey)
  }

  /// The stream message about the inspected application: a key for comparison and the full text.
  var worldText: (key: String, text: String) {
    let (inspected, status) = (inspected, inspected.status)
    let mode: Act.ClockMode = inspected.clock?.skipsWaits == true ? .skip : .real
    func text(now: Double?) -> String {
      JSON.fields(
        ("persona", .optional(status.persona)),
        ("generation", .optional(status.generation)),
        (
          "clock",
          .fields(("mode", .text(mode.rawValue)), ("now", now.map(JSON.number) ?? .null))
        ),
        ("recording", .bool(timeline.isRecording)),
        ("travel", .optional(status.travel)),
        ("read_only", .bool(settings.isReadOnly)),
        ("pinned", .list(timeline.pinned.map(JSON.int))),
        ("reviewed", .bool(survey.isReady(for: inspected))),
        ("problems", .list(status.problems.map(\.wireJSON))),
        ("check", checkSummary),
        ("looks", .int(looks.number)),
        ("reload", status.reload)
      )
      .line
    }
    return (text(now: nil), text(now: inspected.clock.map { $0.now.offset / .seconds(1) }))
  }
}

extension Timeline.Page {
  fileprivate var text: String {
    "{\"rows\":[\(rows.map(\.text).joined(separator: ","))],\"first\":\(first),\"last\":\(last)"
      + ",\"dropped\":\(dropped)}"
  }
}
#endif
