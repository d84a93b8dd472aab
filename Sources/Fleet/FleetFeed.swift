#if Releases
import ReleaseTrust
public import ScriptReleases
import Synchronization

/// A depot whose changes arrive as news of a fleet, within a second.
///
/// News contains the signed metadata, so a host need not ask the depot for it. It is verified
/// like fetched files. Bundles and roots come from the depot, and without news everything
/// does.
///
/// ```swift
/// let feed = FleetFeed(of: "shop", channel: "stable", over: link, depot: depot)
/// let updates = try ScriptUpdates(
///   of: host, app: "shop", channel: "stable", root: root, from: feed, storedIn: folder)
/// async let fleet: Void = feed.follow(updates)
/// await updates.run()
/// await fleet
/// ```
public final class FleetFeed: ReleaseFeed {
  /// The news that arrived, and how it was used.
  private struct State {
    /// News that no look has used.
    var waiting: FleetNews?
    /// The news of the current look.
    var current: FleetNews?
    /// The bytes of the latest news.
    var last: [UInt8] = []
    /// The revision that was seen last.
    var revision: UInt64 = 0
    /// The version of the timestamp in the depot, when it was fetched last.
    var depotVersion = 0
    /// The number of looks at news since the last look at the depot.
    var newsLooks = 0
    /// The reason why the last read failed.
    var problem: FleetError?
  }

  /// The time between two reads of the key, plus or minus a tenth.
  private static let readTime = Duration.seconds(30)

  /// The minimum time between two looks, so that a flood of news does not keep a host busy.
  private static let pauseTime = Duration.milliseconds(200)

  /// The number of looks at news before one at the depot, so that a flood of news never
  /// hides it.
  private static let newsLookLimit = 8

  /// The number of deliveries that may wait; each contains the whole news, so a few are enough.
  private static let waitingDeliveries = 4

  let app: String
  let channel: String
  let link: any FleetLink
  private let depot: any ReleaseFeed
  private let subject: FleetSubject
  private let key: FleetKey
  private let state = Mutex(State())

  /// Makes the feed of a channel.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - channel: The name of the channel.
  ///   - link: Brings the news.
  ///   - depot: Has the bundles, and everything that is not in the news.
  public init(
    of app: String,
    channel: String,
    over link: any FleetLink,
    depot: any ReleaseFeed
  ) {
    (self.app, self.channel, self.link, self.depot) = (app, channel, link, depot)
    (subject, key) = (.news(app, channel: channel), .news(app, channel: channel))
  }

  // MARK: Files

  /// Fetches a file, from the news if the current look uses it.
  ///
  /// - Parameters:
  ///   - path: The path in the depot.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The bytes, or `nil` if the file does not exist.
  /// - Throws: The error of the depot.
  public func fetch(_ path: String, limit: Int) async throws -> [UInt8]? {
    if FleetNews.isRoot(path) {
      // A look begins here. One at news skips the request for a new root.
      if beginLook() { return nil }
    } else if let bytes = state.withLock({ $0.current?.files[path] }), bytes.count <= limit {
      return bytes
    }
    let bytes: [UInt8]?
    do {
      bytes = try await depot.fetch(path, limit: limit)
    } catch {
      // The look fails, so the next read of the key takes the same news again.
      state.withLock { $0.last = [] }
      throw error
    }
    if path == DepotPath.timestamp {
      let version = bytes.flatMap(FleetNews.version(ofTimestamp:)) ?? 0
      state.withLock { $0.depotVersion = version }
    }
    return bytes
  }

  /// Begins a look; returns whether it is one at news.
  private func beginLook() -> Bool {
    state.withLock { state in
      state.current = state.newsLooks < Self.newsLookLimit ? state.waiting : nil
      state.waiting = nil
      state.newsLooks = state.current == nil ? 0 : state.newsLooks + 1
      return state.current != nil
    }
  }

  // MARK: News

  /// Receives news until the task is cancelled.
  ///
  /// - Parameters:
  ///   - clock: The clock of the regular reads of the key.
  ///   - problem: Called when the fleet cannot be read, and with `nil` when it can be again.
  ///   - news: Called after each change; it should look at the depot soon, as
  ///     `ScriptUpdates.checkForUpdates()` does.
  public func follow(
    clock: some Clock<Duration> = ContinuousClock(),
    problem: @escaping @Sendable (FleetError?) -> Void = { _ in },
    news: @escaping @Sendable () -> Void
  ) async {
    let follower = Follower(problem: problem, news: news)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.receive(clock, follower) }
      group.addTask {
        while !Task.isCancelled {
          try? await clock.sleep(for: Self.readTime * (0.9 + 0.2 * FleetSurroundings.chance()))
          await self.read(follower)
        }
      }
    }
  }

  private struct Follower: Sendable {
    let problem: @Sendable (FleetError?) -> Void
    let news: @Sendable () -> Void
  }

  private func receive(_ clock: some Clock<Duration>, _ follower: Follower) async {
    while !Task.isCancelled {
      do throws(FleetError) {
        let deliveries = try await link.deliveries(of: subject, limit: Self.waitingDeliveries)
        // Read after the subscription, so that nothing is missed between the two.
        await read(follower)
        for await delivery in deliveries {
          await take(delivery, follower)
          try? await clock.sleep(for: Self.pauseTime)
        }
      } catch {
        note(error, follower)
      }
      try? await clock.sleep(for: Self.readTime)
    }
  }

  private func take(_ delivery: FleetDelivery, _ follower: Follower) async {
    guard case .message(let message) = delivery, let revisions = message.revisions,
      revisions.previous == state.withLock({ $0.revision })
    else { return await read(follower) }
    take(message.bytes, revisions.current, follower)
  }

  private func read(_ follower: Follower) async {
    do throws(FleetError) {
      let value = try await link.value(of: key)
      note(nil, follower)
      take(value?.bytes ?? [], value?.revision ?? 0, follower)
    } catch {
      if !Task.isCancelled { note(error, follower) }
    }
  }

  private func take(_ bytes: [UInt8], _ revision: UInt64, _ follower: Follower) {
    let isNew = state.withLock { state in
      state.revision = revision
      guard bytes != state.last, let news = FleetNews(bytes), news.version > state.depotVersion
      else { return false }
      (state.last, state.waiting) = (bytes, news)
      return true
    }
    if isNew { follower.news() }
  }

  private func note(_ error: FleetError?, _ follower: Follower) {
    let isNew = state.withLock { state in
      defer { state.problem = error }
      return state.problem != error
    }
    if isNew { follower.problem(error) }
  }
}
#else
/// Unavailable without the trait `Releases`.
@available(
  *,
  unavailable,
  message: "Add the trait to the dependency on moonroute: traits: [\"Releases\"]."
)
public struct FleetFeed {
  /// Unavailable without the trait.
  public init() {}
}
#endif
