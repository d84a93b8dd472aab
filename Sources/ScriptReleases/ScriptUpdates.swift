#if Releases
public import ReleaseTrust
public import ScriptHost
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Keeps a host's scripts up to date with a channel.
///
/// A release is verified with the root that the program contains, proven by the checks, stored, and
/// then loaded while the host runs. If it fails, the previous rules it return. The first scripts of
/// the host are the program's own; they are used until the first release, and whenever no release
/// can be used.
///
/// ```swift
/// let updates = try ScriptUpdates(
///   of: host, app: "shop", channel: "stable", root: root, from: feed, storedIn: folder)
/// try await updates.start()
/// await updates.run()
/// ```
public final class ScriptUpdates: Sendable {
  private let channel: String
  private let program: HostProgram
  private let follower: ReleaseFollower
  private let pace: LookPace
  private let report: @Sendable (ReleaseEvent) -> Void
  private let requests = LookRequests()
  private let isRunning = Atomic(false)
  private let last = Mutex(ReleaseFollower.Status())
  private let watcher = Mutex<(@Sendable (ReleaseFollower.Status) -> Void)?>(nil)

  /// Prepares updates; nothing is loaded or fetched yet.
  ///
  /// - Parameters:
  ///   - host: The host, which has not loaded anything yet.
  ///   - app: The name of the application in the depot.
  ///   - channel: The name of the channel.
  ///   - root: The bytes of `1.root.json`, which `moonroute keys new` writes.
  ///   - feed: The files of the depot.
  ///   - folder: Keeps the releases and the trusted metadata between starts. Without it, each start
  ///     uses the program's own scripts first, and an older state of the depot may be accepted.
  ///   - id: Decides whether a release for a part of the hosts is for this one. By default, an id
  ///     is made at random and kept in the folder.
  ///   - every: The time between two polls of the depot, plus or minus 20 %.
  ///   - checks: The checks that a release must pass before it is used.
  ///   - health: The rule for the first opens of a release.
  ///   - report: Receives the changes, one after the other, on any thread.
  /// - Throws: The reason why the root is not valid.
  public init(
    of host: ScriptHost,
    app: String,
    channel: String,
    root: [UInt8],
    from feed: any ReleaseFeed,
    storedIn folder: URL?,
    id: String? = nil,
    every: Duration = .seconds(900),
    checks: [ReleaseCheck] = [],
    health: ReleaseHealth = ReleaseHealth(),
    report: @escaping @Sendable (ReleaseEvent) -> Void = { _ in }
  ) throws(TrustError) {
    program = HostProgram(host: host, embedded: host.source, checks: checks)
    follower = try ReleaseFollower(
      app: app,
      channel: channel,
      root: root,
      from: feed,
      as: id,
      storedIn: folder.map { ReleaseStore($0.path(percentEncoded: false)) },
      health: health,
      in: program
    )
    (self.channel, self.report) = (channel, report)
    pace = LookPace(every: every, spread: 0.2)
  }

  /// Loads the stored release, or the program's own scripts, without a look at the depot.
  ///
  /// Call it once, before ``run()``.
  ///
  /// - Throws: The problems of the program's own scripts, if no stored release can be used.
  public func start() async throws(ScriptProblems) {
    await program.host.observe(program.counter)
    note(await follower.start())
    if await !program.host.isLoaded { try await program.host.load() }
  }

  /// Follows the channel until the task is cancelled.
  ///
  /// Cancel it when the program goes to the background, and run it again afterwards: a program that
  /// ends while this runs within the trial of a release looks like a crash. A second run at the
  /// same time returns immediately.
  public func run() async {
    guard !isRunning.exchange(true, ordering: .acquiringAndReleasing) else { return }
    await follower.resume()
    await follower.follow(pace, requests) { self.note($0) }
    await follower.end()
    isRunning.store(false, ordering: .releasing)
  }

  /// Polls the depot soon, for example after a push notification.
  public func checkForUpdates() { requests.ask() }

  // MARK: Fleet

  /// The id of the host, which decides about shares.
  package var id: String { follower.host }

  /// Calls a function after each look and each check.
  package func watch(_ note: @escaping @Sendable (ReleaseFollower.Status) -> Void) {
    watcher.withLock { $0 = note }
  }

  /// The state after the last look or check.
  package var status: ReleaseFollower.Status { last.withLock { $0 } }

  /// Whether the release in use is on trial.
  package var isOnTrial: Bool { get async { await follower.isOnTrial } }

  /// The number of loads since the start of the program.
  package var generation: Int { get async { await program.host.generationNumber } }

  /// The opens since the start of the program.
  package var opens: OpenCounts { program.opens() }

  private func note(_ status: ReleaseFollower.Status) {
    let before = last.withLock { last in
      defer { last = status }
      return last
    }
    for event in ReleaseEvent.changes(from: before, to: status, of: channel) { report(event) }
    watcher.withLock { $0 }?(status)
  }
}
#else
/// Unavailable without the trait `Releases`.
@available(
  *,
  unavailable,
  message: "Add the trait to the dependency on moonroute: traits: [\"Releases\"]."
)
public struct ScriptUpdates {
  /// Unavailable without the trait.
  public init() {}
}
#endif
