#if Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
import RuleProof
import ScriptAnalysis
import ScriptHost
import ScriptReports
import TextTools

extension InspectorService {
  static var differenceHandlers: [WireHandler] {
    [
      WireHandler(.get, "difference", feature: "difference", need: .rehearsals) { service, _ in
        await service.keepVersion()
        let generations = service.versions.all.dropLast().map { JSON.int($0.generation) }
        return .json(
          .fields(
            ("generations", .list(generations)),
            ("commits", .bool(service.settings.readCommit != nil))
          )
        )
      },
      WireHandler(.post, "difference", need: .rehearsals) { service, request in
        let (kind, generation, name) = try request.reading { fields throws(Refusal) in
          (
            try fields.optionalWord("kind", VersionKind.self),
            try fields.optionalNumber("generation"), try fields.optionalText("name")
          )
        }
        return .json(
          try await service.difference(since: kind ?? .save, generation, name ?? "")
        )
      },
    ]
  }

  /// Keeps the files of the current generation, so that later ones can be compared with it.
  func keepVersion() async {
    let inspected = inspected
    guard inspected.makeHost != nil, let host = inspected.host else { return }
    let (number, scripts) = await inspected.application.perform { application in
      (host.generationNumber(in: application), host.scriptFiles(in: application))
    }
    guard let number else { return }
    let generation = number + inspected.earlierGenerations
    var files = scripts
    if let folder = host.folder { files.merge(SpecTexts(in: folder).texts) { own, _ in own } }
    for file in [DiffSide.linksFile, CheckSettings.file] { files[file] = host.scriptText(of: file) }
    let side = DiffSide("generation \(generation)", files: files, entry: host.entryFile)
    versions.keep(ScriptVersions.Version(generation: generation, side: side))
  }

  private func difference(
    since kind: VersionKind,
    _ generation: Int?,
    _ name: String
  ) async throws -> JSON {
    await keepVersion()
    let all = versions.all
    guard let now = all.last else { throw Refusal.noRehearsals }
    switch kind {
    case .save:
      // Without an earlier generation, the scripts are compared with themselves.
      return try await difference(from: all.dropLast().last?.side ?? now.side, to: now.side)
    case .generation:
      guard let before = all.first(where: { $0.generation == generation }) else {
        let known = all.map { "\($0.generation)" }.joined(separator: ", ")
        throw Refusal.notFound("That generation is no longer available. Available: \(known).")
      }
      return try await difference(from: before.side, to: now.side)
    case .commit:
      guard let read = settings.readCommit else {
        throw Refusal(403, .denied, "Commits are read only with 'moonroute serve --git'.")
      }
      let before: DiffSide
      do { before = try read(name) } catch { throw Refusal(422, .notFound, "\(error)") }
      return try await difference(from: before, to: now.side)
    case .snapshot: return try await difference(fromSnapshot: name, to: now.side)
    }
  }

  private func difference(from before: DiffSide, to now: DiffSide) async throws -> JSON {
    guard let makeHost = inspected.makeHost else { throw Refusal.noRehearsals }
    let makeHosts = settings.makeHosts ?? { _ in makeHost }
    let diff = try await RuleDiff(from: before, to: now, makingHosts: makeHosts)
    let report = DiffReport(diff, title: "\(before.name) and \(now.name)", showsAll: true)
    return .fields(
      ("before", .text(before.name)),
      ("after", .text(now.name)),
      ("headline", .text(report.markdownTitle)),
      ("ending", .text(report.ending)),
      ("sections", report.sectionsJSON),
      ("markdown", .text(report.markdown))
    )
  }

  private static let snapshotBytes = 256 << 20

  /// Compares a file of `moonroute access --save` with the current table.
  private func difference(
    fromSnapshot name: String,
    to now: DiffSide
  ) async throws -> JSON {
    guard let bytes = inspected.host?.bytes(of: name, limit: Self.snapshotBytes) else {
      throw Refusal.notFound(
        "The file '\(name.prefix(200))' was not found in the application's folder."
      )
    }
    let snapshot: AccessSnapshot
    do throws(AccessSnapshotError) {
      snapshot = try AccessSnapshot(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Refusal(422, .badArgument, "\(name): \(error)")
    }
    let difference = AccessDifference(from: snapshot, to: try await finishedMatrix().table.get())
    let lines =
      difference.isEmpty
      ? [] : AccessDifferenceReport(difference).text.split(separator: "\n").map(String.init)
    let title = difference.isEmpty ? "no differences" : "\(counted(lines.count, "difference"))"
    let findings = lines.map { line in
      JSON.fields(
        ("kind", .text("access")),
        ("text", .text(line)),
        ("remarks", .list([])),
        ("remedy", .null),
        ("file", .null),
        ("line", .null)
      )
    }
    let section = JSON.fields(
      ("severity", .text("look")),
      ("title", .text("ACCESS")),
      ("findings", .list(findings))
    )
    let source = name.printed(as: .markdown)
    let items = lines.map { "- \($0.printed(as: .markdown))\n" }.joined()
    return .fields(
      ("before", .text(name)),
      ("after", .text(now.name)),
      ("headline", .text(title)),
      ("ending", .text(lines.isEmpty ? "No differences." : "")),
      ("sections", .list(lines.isEmpty ? [] : [section])),
      ("markdown", .text("### Moonroute: \(title) since \(source)\n\n\(items)"))
    )
  }
}

/// The kind of the version that the current scripts are compared with.
private enum VersionKind: String, CaseIterable {
  case save, generation, snapshot, commit
}
#endif
