#if Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptReports
import Synchronization

extension InspectorService {
  static var galleryHandlers: [WireHandler] {
    [
      WireHandler(.post, "gallery", feature: "gallery", need: .rehearsals) { service, request in
        let (persona, text) = try request.reading { fields throws(Refusal) in
          (try fields.optionalText("persona"), try fields.optionalText("find"))
        }
        return .json(try await service.gallery(as: persona, finding: text ?? ""))
      },
      WireHandler(.post, "gallery/cancel", need: .rehearsals) { service, request in
        try request.reading { _ in }
        return .json(.fields(("cancelled", .int(service.work.cancelGalleries()))))
      },
    ]
  }

  /// The maximum number of tiles.
  private static let tileLimit = 1_000

  /// Opens the places of `moonroute access` whose words contain a text, as one persona or as all,
  /// and takes a picture of the stage after each open.
  private func gallery(as persona: String?, finding text: String) async throws -> JSON {
    let (inspected, stream) = (inspected, stream)
    if let persona { try await inspected.check(persona) }
    let generation = inspected.status.generation
    let pictures = TilePictures()
    var run = AccessRun(try await inspected.scripts())
    let plan = try await run.plan(as: persona.map { [$0] }).finding(text)
    let total = plan.places.count * plan.people.count
    guard total <= Self.tileLimit else {
      throw Refusal(
        422,
        .valueTooLarge,
        "The gallery has \(total) tiles; at most \(Self.tileLimit) can be shown."
          + " Choose one persona, or search for a part of the routes."
      )
    }
    run.watch = { pictures.keep($0) }
    run.progress = { done, all in
      let part = min(total - 1, done * total / max(1, all))
      stream.send("gallery", done: max(0, part), total: total, rows: [])
    }
    let table = try await work.galleryTable { [run] in try await run.table(of: plan) }
    stream.send("gallery", done: total, total: total, rows: [])
    return pictures.gallery(of: table, generation, comparedBy: work)
  }
}

/// The stages after the opens of a gallery.
private final class TilePictures: Sendable {
  private struct Picture {
    let stage: JSON
    let style: PresentationStyle?
  }

  private let all = Mutex<[GalleryTile.Key: Picture]>([:])

  /// Takes a picture; a later one of the same place and person replaces it.
  func keep(_ visit: AccessRun.Visit) {
    let key = GalleryTile.Key(visit.place, visit.person)
    guard visit.tree.root != nil else { return all.withLock { _ = $0.removeValue(forKey: key) } }
    var builder = SnapshotBuilder()
    let window = builder.picture(of: visit.tree, number: 0, after: nil).window
    all.withLock { $0[key] = Picture(stage: window, style: visit.style) }
  }

  func gallery(
    of table: AccessTable,
    _ generation: Int?,
    comparedBy work: RehearsalWork
  ) -> JSON {
    let pictures = all.withLock { $0 }
    var tiles: [(place: AccessPlace, key: GalleryTile.Key, tile: GalleryTile)] = []
    for row in table.rows {
      for (person, cell) in zip(table.people, row.cells) {
        let key = GalleryTile.Key(row.place, person)
        let picture = pictures[key]
        let tile = GalleryTile(cell: cell, stage: picture?.stage ?? .null, style: picture?.style)
        tiles.append((row.place, key, tile))
      }
    }
    let before = work.exchange(
      Dictionary(tiles.map { ($0.key, $0.tile) }) { $1 },
      of: generation
    )
    return .fields(
      ("generation", .optional(generation)),
      ("people", .texts(table.people.map(\.name))),
      ("compared", .bool(!before.isEmpty)),
      (
        "tiles",
        .list(tiles.map { $0.tile.wireJSON(of: $0.place, $0.key, comparedWith: before[$0.key]) })
      ),
      ("untried", .list(table.untried.map { .object(AccessTable.fields(of: $0)) }))
    )
  }
}

extension AccessRun.Plan {
  /// The places whose name, pattern, location or file contains a text.
  fileprivate func finding(_ text: String) -> AccessRun.Plan {
    guard !text.isEmpty else { return self }
    let wanted = text.lowercased()
    func fits(_ place: AccessPlace) -> Bool {
      [place.name, place.pattern, place.location, place.site?.file]
        .contains { $0?.lowercased().contains(wanted) == true }
    }
    return AccessRun.Plan(
      people: people,
      places: places.filter(fits),
      untried: untried.filter(fits)
    )
  }
}
#endif
