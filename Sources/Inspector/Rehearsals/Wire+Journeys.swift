#if Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost
import ScriptTesting
import ScriptReports

extension InspectorService {
  /// The paths for journeys, which are acts saved as specs.
  static var journeyHandlers: [WireHandler] {
    [
      WireHandler(.get, "journeys", feature: "journeys", need: .journeys) { service, _ in
        let names = try JourneyFolder(of: service.inspected).names
        let rows = names.map { service.row(of: $0, service.work.result(of: $0)) }
        return .json(.fields(("journeys", .list(rows))))
      },
      WireHandler(.post, "journeys", need: .journeys) { service, request in
        let saving = try request.reading { fields throws(Refusal) in try JourneySaving(&fields) }
        return .json(try await service.save(saving))
      },
      WireHandler(.post, "journeys/run", need: .journeys) { service, request in
        let name = try request.reading { fields throws(Refusal) in
          try fields.optionalText("name")
        }
        return .json(try service.runJourneys(name))
      },
      WireHandler(.post, "specs", feature: "specs", need: .journeys) { service, request in
        try request.reading { _ in }
        return .json(try service.runSpecs())
      },
    ]
  }

  func followReloads() {
    guard inspected.makeHost != nil else { return }
    work.follow(inspected.host) { [weak self] in _ = try? self?.runJourneys(nil) }
  }

  private func row(of name: String, _ result: JourneyResult?) -> JSON {
    .fields(
      ("name", .text(name)),
      ("file", .text(JourneyFolder.path(of: name))),
      ("status", .text((result?.status ?? .new).rawValue)),
      ("line", .optional(result?.line)),
      ("step", .optional(result?.step)),
      ("message", .optional(result?.message))
    )
  }

  private func save(_ saving: JourneySaving) async throws -> JSON {
    let inspected = inspected
    let folder = try JourneyFolder(of: inspected)
    let last = saving.to ?? timeline.last
    let recording = work.recording(of: last, else: inspected.recording)
    try recording.requireWhole()
    let entries = Array(
      recording.entries(upTo: last).drop { $0.row ?? 0 < saving.from ?? 0 }
    )
    guard !entries.isEmpty else {
      throw Refusal(422, .missingParameter, "There are no acts to save as a journey.")
    }
    let name = JourneyFolder.fileName(of: saving.name)
    let rehearsal = try await RecordedRehearsal.make(of: inspected)
    let text = await rehearsal.spec(saving.name, entries)
    await rehearsal.end()
    do throws(JourneyError) {
      try folder.write(text, as: name, replacing: saving.replaces)
    } catch {
      throw Refusal(error)
    }
    let run = await folder.runCounting(name)
    work.take(run, of: name)
    return row(of: name, run.result)
  }

  @discardableResult
  private func runJourneys(_ name: String?) throws(Refusal) -> JSON {
    let folder = try JourneyFolder(of: inspected)
    var names = folder.names
    if let name {
      guard names.contains(name) else { throw .notFound("There is no journey '\(name)'.") }
      names = [name]
    }
    let (chosen, work, stream) = (names, work, stream)
    work.begin(.journeys) {
      for (index, name) in chosen.enumerated() where !Task.isCancelled {
        let run = await folder.runCounting(name)
        work.take(run, of: name)
        let row = self.row(of: name, run.result)
        stream.send("journeys", done: index + 1, total: chosen.count, rows: [row])
      }
    }
    return Self.total(chosen.count)
  }
}

extension InspectorService {
  var heat: RouteHeat {
    let names = (try? JourneyFolder(of: inspected))?.names ?? []
    return work.heat(of: names)
  }

  private func runSpecs() throws -> JSON {
    let specs = try ApplicationSpecs(of: inspected)
    let (work, stream, total) = (work, stream, specs.files.count)
    if total == 0 { work.take(RouteHits()) }
    work.begin(.specs) {
      await specs.run { done, result, hits in
        // An incomplete run does not count.
        if done == total { work.take(hits) }
        stream.send("specs", done: done, total: total, rows: [result.json])
      }
    }
    return Self.total(total)
  }
}

private struct JourneySaving {
  private static let nameBytes = 200

  let name: String
  let from: Int?
  let to: Int?
  let replaces: Bool

  init(_ fields: inout WireFields) throws(Refusal) {
    name = try fields.text("name")
    from = try fields.optionalNumber("from")
    to = try fields.optionalNumber("to")
    replaces = try fields.optionalBool("replace") ?? false
    guard !name.isEmpty, name.utf8.count <= Self.nameBytes else {
      throw Refusal(
        400,
        .wrongType,
        "The field 'name' must be a text of 1 to \(Self.nameBytes) bytes."
      )
    }
  }
}
#endif
