#if Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost
import ScriptReports
import Synchronization
import TextTools

extension InspectorService {
  static var rehearsalHandlers: [WireHandler] {
    [
      WireHandler(.get, "personas", feature: "personas", need: .scripts) { service, _ in
        .json(await service.inspected.personas)
      },
      act("persona", feature: "personas", need: .scripts),
      WireHandler(.post, "travel", feature: "travel") { service, request in
        let (to, mode) = try request.reading { fields throws(Refusal) in
          (try fields.optionalNumber("to"), try fields.optionalWord("mode", TravelMode.self))
        }
        switch mode ?? .look {
        case .look: return try service.look(at: to)
        case .return:
          return .json(try await service.jobs.take { try await service.goBack(to: to) })
        }
      },
      WireHandler(.get, "links", need: .scripts) { service, _ in
        .json(.fields(("locations", .texts(try service.inspected.circulatingLinks()))))
      },
      WireHandler(.post, "links", feature: "links", need: .rehearsals) { service, request in
        let (links, persona) = try request.reading { fields throws(Refusal) in
          (try fields.texts("locations"), try fields.optionalText("persona"))
        }
        return .json(try await service.open(links, as: persona))
      },
      WireHandler(.get, "matrix", feature: "matrix", need: .rehearsals) { service, _ in
        .json(try await service.matrix())
      },
      WireHandler(.post, "matrix", need: .rehearsals) { service, request in
        try request.reading { _ in }
        return .json(try await service.beginMatrix())
      },
      WireHandler(.post, "assertion", feature: "assertion", need: .rehearsals) { service, request in
        let (location, persona) = try request.reading { fields throws(Refusal) in
          (try fields.text("location"), try fields.optionalText("persona"))
        }
        return .json(.fields(("spec", .text(try await service.spec(of: location, as: persona)))))
      },
    ] + journeyHandlers
  }

  static func total(_ count: Int) -> JSON { .fields(("total", .int(count))) }

  // MARK: Opening without a trace

  /// The maximum number of nested opens in the reply to a dry run.
  private static let innerLimit = 200

  /// Opens a location in a rehearsal, without effects on the application.
  func openDry(_ act: Act) async throws -> WireAnswer {
    let (rehearsal, replay) = try await RecordedRehearsal.make(following: inspected)
    let done = await rehearsal.perform(act)
    let (timeline, reply) = (rehearsal.inspected.timeline, done.reply)
    await rehearsal.end()
    var outcome = "null"
    var inner: [OutcomeRecord] = []
    if let reply = try reply?.get(), case .opened(let end) = reply.result {
      outcome = reply.number.flatMap { timeline.outcome($0)?.text } ?? end.json.line
      inner = reply.number.map { timeline.outcomes(inside: $0, limit: Self.innerLimit) } ?? []
    }
    let stage = timeline.stage?.text ?? StageSnapshot.empty.text
    let diverged = JSON.list(replay.diverged.map(JSON.int)).line
    return .text(
      "{\"outcome\":\(outcome),\"inner\":[\(inner.map(\.text).joined(separator: ","))]"
        + ",\"stage\":\(stage),\"waiting\":\(reply == nil),\"diverged\":\(diverged)}"
    )
  }

  // MARK: Links

  private func open(_ links: [String], as persona: String?) async throws(Refusal) -> JSON {
    let inspected = inspected
    if let persona { try await inspected.check(persona) }
    let (stream, total) = (stream, links.count)
    work.begin(.links) {
      await inspected.open(links, as: persona) { done, rows in
        stream.send("links", done: done, total: total, rows: rows)
      }
    }
    return Self.total(total)
  }

  // MARK: Who may go where

  private func matrix() async throws -> JSON {
    let matrix = try await finishedMatrix()
    return try matrix.wireJSON(comparedWith: work.matrix(before: matrix.generation))
  }

  /// The table of the current scripts; waits until it is made, or makes it.
  func finishedMatrix() async throws -> RehearsalWork.Matrix {
    let generation = inspected.status.generation
    if work.matrix?.generation != generation {
      if !work.hasBegun(.matrix, for: generation) { _ = try await beginMatrix() }
      await work.finish(.matrix)
    }
    guard let matrix = work.matrix else { throw Refusal.noRehearsals }
    return matrix
  }

  /// Starts the table that `moonroute access` prints.
  private func beginMatrix() async throws -> JSON {
    let (inspected, work, stream) = (inspected, work, stream)
    let generation = inspected.status.generation
    let before = try? work.matrix(before: generation)?.table.get()
    var run = AccessRun(try await inspected.scripts())
    let plan = try await run.plan()
    let total = plan.places.count
    let counted = Mutex(0)
    run.progress = { done, all in
      // Rows are complete only after the last person has opened all places.
      let part = min(total - 1, done * total / max(1, all))
      let isNew = counted.withLock { last in
        guard part > last else { return false }
        last = part
        return true
      }
      if isNew { stream.send("matrix", done: part, total: total, rows: []) }
    }
    work.begin(.matrix, for: generation) { [run] in
      do {
        let table = try await run.table(of: plan)
        guard !Task.isCancelled else { return }
        work.take(RehearsalWork.Matrix(generation: generation, table: .success(table)))
        let rows = table.wireRows(comparedWith: before)
        stream.send("matrix", done: total, total: total, rows: rows)
      } catch {
        guard !Task.isCancelled else { return }
        let refusal = InspectorService.refusal(error)
        work.take(RehearsalWork.Matrix(generation: generation, table: .failure(refusal)))
        stream.send("matrix", done: total, total: total, rows: [])
      }
    }
    return Self.total(total)
  }

  /// The lines of a spec that expect the ending of a location for a persona.
  private func spec(of location: String, as persona: String?) async throws -> String {
    if let persona { try await inspected.check(persona) }
    let last = Mutex<Outcome?>(nil)
    var run = AccessRun(try await inspected.scripts())
    run.watch = { visit in last.withLock { $0 = visit.outcome } }
    _ = try await run.ends(of: location, as: persona.map { [$0] } ?? [])
    guard let outcome = last.withLock({ $0 }) else {
      throw Refusal.notFound("The open of '\(location.prefix(200))' has no outcome to expect.")
    }
    return OutcomeAssertion.lines(Act.opening(location).call(), outcome, as: persona)
  }

  // MARK: Going back in time

  /// Shows the stage after a row and its effects; the application does not change.
  private func look(at row: Int?) throws(Refusal) -> WireAnswer {
    guard let row else {
      inspected.update { $0.travel = nil }
      return .text(timeline.stage?.text ?? StageSnapshot.empty.text)
    }
    guard row <= timeline.last else { throw .notFound("There is no row \(row).") }
    guard let stage = timeline.stage(after: timeline.settled(row)) else {
      throw .notFound("The stage after row \(row) is no longer available.")
    }
    inspected.update { $0.travel = row }
    return .text(stage.text)
  }

  /// The time of a row on the application's clock, if an act came before it.
  private func time(of row: Int, in recording: Recording) -> Duration? {
    let entries = recording.entries(upTo: row)
    guard let last = entries.last, let time = last.time,
      let act = last.row.flatMap(timeline.row), let end = timeline.row(row)
    else { return nil }
    let later = time + .milliseconds(end.milliseconds - act.milliseconds)
    return min(later, recording.entries[entries.endIndex...].first?.time ?? later)
  }

  /// Replaces the inspected application by one in the state after a row.
  private func goBack(to row: Int?) async throws -> JSON {
    guard inspected.makeHost != nil else { throw Refusal.noRehearsals }
    guard canReturn else {
      throw Refusal.lacks("return", "Only 'moonroute serve' can return to an earlier stage.")
    }
    let inspected = inspected
    let last = timeline.last
    let asked = row ?? last
    guard asked <= last else { throw Refusal.notFound("Row \(asked) does not exist.") }
    let row = timeline.settled(asked)
    let recording = work.recording(of: row, else: inspected.recording)
    if row > 0 { try recording.requireWhole() }
    let entries = recording.entries(upTo: row)
    let (rehearsal, replay) = try await RecordedRehearsal.make(
      following: inspected,
      entries: Array(entries)
    )
    await rehearsal.end()
    let next = try await inspected.follower(
      after: replay.steps,
      until: time(of: row, in: recording)
    )
    work.keep(inspected.recording, upTo: timeline.last)
    await inspected.end()
    let generation = inspected.status
    next.update { status in
      (status.generation, status.problems) = (generation.generation, generation.problems)
      (status.warnings, status.loadCount) = (generation.warnings, generation.loadCount)
    }
    await next.begin()
    let summary: [(String, JSON)] = [
      ("text", .text("return to row \(asked)")), ("kind", .text("travel")),
      ("to", .int(row)),
    ]
    if let stage = timeline.stage {
      timeline.show(stage, row: timeline.add(.act, act: nil, summary))
    }
    adopt(next)
    await inspected.host?.close()
    return .fields(
      ("ok", .bool(true)),
      ("diverged", .list(replay.diverged.map(JSON.int)))
    )
  }
}

private enum TravelMode: String, CaseIterable {
  case look
  case `return`
}

extension InspectedApplication {
  func check(_ persona: String) async throws(Refusal) {
    let names = await personaNames
    guard !names.contains(persona) else { return }
    let list = names.isEmpty ? "There are none." : "Available: \(names.joined(separator: ", "))."
    throw Refusal(422, .unknownName, "There is no persona '\(persona)'. \(list)")
  }
}
#endif
