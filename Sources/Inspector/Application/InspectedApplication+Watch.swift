#if Inspector
import MessageStream
import Moonroute
import RoutePatterns
import ScriptHost
import ScriptReports
import Synchronization

/// The recorders attached to an application.
// Invariant: read and written on the router's executor only; the observations end themselves.
final class Watching: @unchecked Sendable {
  let opens: OpenWatch
  var registrations: [Registration] = []
  var log: LogObservation?
  var reloads: ReloadObservation?
  var calls: ScriptObservation<HostCall>?
  var begunCalls: ScriptObservation<HostCall>?
  var builder = SnapshotBuilder()
  var stageNumber = 0

  init(opens: OpenWatch) { self.opens = opens }

  func end(in application: isolated LinkRouter) {
    application.router.hooks.instruments.removeAll { ($0 as AnyObject) === opens }
    application.router.hooks.handlerReaders -= 1
    for registration in registrations { registration.cancel() }
    (registrations, log, reloads, calls, begunCalls) = ([], nil, nil, nil, nil)
  }
}

extension InspectedApplication {
  func watch(_ application: isolated LinkRouter) -> Watching {
    let watching = Watching(opens: opens)
    let router = application.router
    watching.stageNumber = timeline.stage?.number ?? 0
    router.hooks.instruments.append(opens)
    router.hooks.handlerReaders += 1
    opens.findHandlers { [weak self] open in
      await self?.application
        .perform { application in
          let router = application.router
          guard let occasion = router.handlerOccasion(of: open) else { return nil }
          let limit = router.rules.configuration.waitLimit
          return LiveOpen.Handler(kind: occasion.kind, name: occasion.name, limit: limit)
        }
    }
    watching.registrations.append(
      router.observeStage { [weak self, unowned watching] news in self?.note(news, watching) }
    )
    picture(application.stage.tree, after: nil, row: nil, watching)
    watching.registrations += watchStores(application)
    guard let host else { return watching }
    watching.calls = host.observeHostCalls { [weak opens] call in opens?.note(call) }
    watching.begunCalls = host.observeBegunHostCalls { [weak opens] in opens?.noteBegun($0) }
    opens.readSession { [weak host] in
      guard let host else { return .null }
      return host.router.assumeIsolated { host.session(in: $0).value }
    }
    opens.readPersona { [weak host] in
      host.flatMap { host in host.router.assumeIsolated { host.persona(in: $0) } }
    }
    watching.log = host.observeLog { [weak self] entry in self?.note(entry) }
    watching.reloads = host.observeReloads { [weak self] result in self?.note(result) }
    let generation = host.generationNumber(in: application).map { $0 + earlierGenerations }
    update { $0.generation = generation }
    return watching
  }

  var currentOpen: Int? { opens.number(of: OpenContext.current?.id) }

  private func note(_ news: StageNews, _ watching: Watching) {
    switch news {
    case .changed(let change):
      let transition = change.transition
      let shown = transition.screen.flatMap(change.after.screen)
      let caption = shown.map { " \($0.view) '\($0.caption)'" } ?? ""
      let row = timeline.add(
        .change,
        open: currentOpen,
        [
          ("text", .text(transition.effect + caption)),
          ("effect", .text(transition.effect)),
          ("screen", transition.screen.map { .integer(Int64(clamping: $0.rawValue)) } ?? .null),
          ("removed", transition.removed.isEmpty ? .null : .int(transition.removed.count)),
          ("stage", .int(watching.stageNumber + 1)),
        ]
      )
      picture(change.after, after: transition, row: row, watching)
    case .updated(let screen):
      let row = timeline.add(
        .change,
        open: currentOpen,
        [
          ("text", .text("update \(screen.view) '\(screen.caption)'")),
          ("effect", .text("update")),
          ("screen", .integer(Int64(clamping: screen.id.rawValue))),
          ("stage", .int(watching.stageNumber + 1)),
        ]
      )
      application.assumeIsolated { application in
        picture(application.stage.tree, after: nil, row: row, watching)
      }
    }
  }

  private func picture(
    _ tree: StageTree,
    after transition: StageTransition?,
    row: Int?,
    _ watching: Watching
  ) {
    watching.stageNumber += 1
    let number = watching.stageNumber
    timeline.show(watching.builder.picture(of: tree, number: number, after: transition), row: row)
  }

  private func watchStores(_ application: isolated LinkRouter) -> [Registration] {
    let events = application.events.observe { [weak self] event in
      // The router's own events have rows of their own.
      guard let self, event.location.scheme != "moonroute" else { return }
      timeline.add(
        .event,
        open: currentOpen,
        [
          (
            "text",
            .text(event.location.description + (event.origin.map { " from \($0)" } ?? ""))
          ),
          ("origin", .optional(event.origin)),
          ("receivers", .int(event.receiverCount)),
          ("extra", event.extra.isNull ? .null : JSON(event.extra)),
        ]
      )
    }
    let resources = application.resources.observe { [weak self] use in
      guard let self else { return }
      let action = use.action.rawValue
      timeline.add(
        .resource,
        open: currentOpen,
        [
          ("text", .text("\(action) \(use.key)")), ("action", .text(action)),
          ("key", .text(use.key)),
        ]
      )
    }
    return [events, resources]
  }

  private func note(_ entry: LogEntry) {
    let site = entry.failure?.site ?? entry.site
    Self.printed?.add(entry)
    timeline.add(
      entry.failure == nil ? .log : .problem,
      open: opens.number(of: entry.place?.open),
      [
        ("text", .text(entry.wholeMessage)),
        ("status", .text(entry.level.rawValue)),
        ("code", .optional(entry.failure?.code.rawValue)),
        ("file", .optional(site?.file)),
        ("line", .optional(site?.line)),
      ]
    )
  }

  func note(_ result: ReloadResult) {
    switch result {
    case .reloaded(let reload):
      let generation = reload.generation + earlierGenerations
      let report = ReloadReport(reload, time: reload.loading, generation: generation)
      timeline.add(
        .reload,
        [
          ("text", .text(report.line(ReportStyle(isColoured: false, width: 120)))),
          ("status", .text("reloaded")),
          ("generation", .int(generation)),
        ]
      )
      update {
        ($0.generation, $0.problems, $0.reload) = (generation, [], report.json)
        ($0.warnings, $0.loadCount) = (reload.warnings, $0.loadCount + 1)
      }
      noteWarnings(reload.warnings)
    case .failed(let problems):
      noteWarnings(problems.problems)
      update { ($0.problems, $0.loadCount) = (problems.problems, $0.loadCount + 1) }
    }
  }

  private func noteWarnings(_ problems: [ScriptProblem]) {
    for problem in problems.prefix(100) {
      timeline.add(
        .problem,
        [
          ("text", .text(problem.message)),
          ("status", .text(problem.severity.rawValue)),
          ("code", .text(problem.code.rawValue)),
          ("file", .optional(problem.site?.file)),
          ("line", .optional(problem.site?.line)),
        ]
      )
    }
  }
}
#endif
