#if Releases
package import ReleaseTrust

/// Sends the news of a depot to its fleet.
package struct FleetAnnouncer: Sendable {
  /// The maximum number of attempts while others write too.
  private static let attempts = 8

  private let link: any FleetLink

  package init(over link: any FleetLink) { self.link = link }

  /// Checks that the fleet can be reached, and that its news is not newer than a depot.
  ///
  /// Otherwise an operator could change an old copy of a depot that was published from elsewhere.
  package func check(_ author: DepotAuthor, channel: String) async throws(FleetError) {
    guard let app = author.app else { return }
    try Self.check(try await link.value(of: .news(app, channel: channel)), author)
  }

  /// Sends the state of a depot, unless the fleet has newer news.
  package func announce(_ author: DepotAuthor, channel: String) async throws(FleetError) {
    guard let app = author.app else { return }
    let key = FleetKey.news(app, channel: channel)
    guard let news = FleetNews(author.files(for: channel)) else {
      throw FleetError(.refused, "The depot's timestamp is too large for news.")
    }
    for attempt in 1... {
      let known = try await link.value(of: key)
      try Self.check(known, author)
      do throws(FleetError) {
        try await link.put(news.bytes, at: key, after: known?.revision ?? 0)
        return
      } catch  where error.kind == .conflict && attempt < Self.attempts {
        // Another operator has published in between.
      }
    }
  }

  private static func check(_ known: FleetValue?, _ author: DepotAuthor) throws(FleetError) {
    guard let timestamp = known.flatMap({ FleetNews($0.bytes) })?.files[DepotPath.timestamp],
      author.isOlder(thanTimestamp: timestamp)
    else { return }
    throw FleetError(
      .conflict,
      "The fleet has newer news than this depot. Update the folder and try again."
    )
  }
}
#endif
