#if Releases
import MessageStream
package import ReleaseTrust
package import ScriptHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Follows a channel of a depot, and says which rules a host should use.
///
/// It fetches and verifies; the program proves a bundle and switches to it. Nothing here stops a
/// host: after any failure, the rules in use stay in use. A new release is on trial at first: if its
/// opens fail, or the program starts again and again, the host returns to the previous rules.
///
/// Its owner calls one method after the other, never two at the same time.
package actor ReleaseFollower {
  private struct Proven {
    let bundle: ScriptBundle
    let bytes: [UInt8]
  }

  private let store: ReleaseStore?
  private let feed: any ReleaseFeed
  /// The id that decides about shares.
  package let host: String
  private let program: any ReleaseProgram
  private let health: ReleaseHealth
  private var client: TrustClient
  private var provenBundles: [String: Proven] = [:]
  /// The state that the store has or gets next.
  private var stored: ReleaseStore.State
  private var saved: ReleaseStore.State?
  /// The time at which the rules in use were activated.
  private var activation: Duration
  private var hasEnded = false
  package private(set) var status = Status()

  /// Creates a follower.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - channel: The name of the channel.
  ///   - root: The bytes of the root that the program trusts.
  ///   - feed: The files of the depot.
  ///   - host: The id of this host, which decides about shares; `nil` for one at random, which is
  ///     stored.
  ///   - store: Keeps the state between starts; `nil` means that each start is the first.
  ///   - health: The rule for the opens of a release on trial.
  ///   - program: The program, which proves bundles and uses rules.
  /// - Throws: `TrustError` for an invalid root.
  package init(
    app: String,
    channel: String,
    root: [UInt8],
    from feed: any ReleaseFeed,
    as host: String?,
    storedIn store: ReleaseStore? = nil,
    health: ReleaseHealth = ReleaseHealth(),
    in program: any ReleaseProgram
  ) throws(TrustError) {
    var stored = store?.load() ?? ReleaseStore.State()
    client = try TrustClient(app: app, channel: channel, root: root, stored: stored.trusted)
    let made = host ?? stored.id ?? UUID().uuidString
    if host == nil { stored.id = made }
    self.stored = stored
    (self.feed, self.host, self.store) = (feed, made, store)
    (self.health, self.program, activation) = (health, program, program.uptime)
    (status.refused, status.problem) = (stored.refused, store?.problem)
  }

  // MARK: Start and end

  /// Uses the stored bundle again, without a look at the depot; it was proven before.
  ///
  /// If it cannot be used, or its trial never ended in several starts, the previous bundle is.
  ///
  /// - Returns: The state.
  @discardableResult
  package func start() async -> Status {
    if isOnTrial, case .bad(let reason) = stored.trial?.noteStart(health) {
      await leave(reason)
    } else {
      if isOnTrial { keep() }
      await useStored()
    }
    return status
  }

  /// Notes that the program ends or rests as it should, so that its next start is not part of a
  /// crash loop.
  package func end() {
    stored.trial?.noteEnd()
    hasEnded = true
    keep()
  }

  /// Notes that the program goes on after ``end()``.
  package func resume() {
    guard hasEnded else { return }
    hasEnded = false
    stored.trial?.noteReturn()
    keep()
  }

  /// Uses the first stored bundle that can be used; returns whether there is one.
  @discardableResult
  private func useStored() async -> Bool {
    while let first = stored.bundles.first {
      guard let reason = await restore(first) else { return true }
      status.problem = reason
      stored.bundles.removeFirst()
      stored.trial = nil
    }
    return false
  }

  private func restore(_ stored: ReleaseStore.Bundle) async -> String? {
    do throws(BundleError) {
      let (bundle, target) = try read(stored)
      if let reason = await program.use(release(bundle, target)) { return reason }
      await noteUse(of: target)
      return nil
    } catch {
      return error.description
    }
  }

  /// The scripts of a bundle with their release, which `reload.release` reports.
  private func release(_ bundle: ScriptBundle, _ target: BundleTarget) -> Rules {
    var source = bundle.source
    source.release = ScriptRelease(
      version: bundle.version,
      channel: client.channel,
      digest: target.sha256
    )
    return .release(source)
  }

  private func read(
    _ stored: ReleaseStore.Bundle
  ) throws(BundleError) -> (ScriptBundle, BundleTarget) {
    let bundle = try ScriptBundle(stored.bytes)
    try bundle.expect(app: client.app, .null)
    let target = BundleTarget(
      name: stored.name,
      length: stored.bytes.count,
      sha256: Digest.sha256(stored.bytes),
      custom: bundle.summary
    )
    return (bundle, target)
  }

  private func noteUse(of target: BundleTarget?) async {
    status.active = target
    if status.prepared == target { status.prepared = nil }
    (status.earlier, activation) = (await program.opens(), program.uptime)
  }

  // MARK: Trial

  /// Whether the release in use is on trial, and has not failed.
  package var isOnTrial: Bool { stored.trial.map { !status.isRefused($0.digest) } ?? false }

  /// Looks at the opens of a release on trial.
  ///
  /// Ends the trial after its time, and leaves the release if its opens fail.
  ///
  /// - Returns: The state.
  @discardableResult
  package func check() async -> Status {
    guard isOnTrial, let trial = stored.trial else { return status }
    let opens = await program.opens().since(status.earlier)
    switch trial.verdict(opens, after: program.uptime - activation, health) {
    case .undecided: break
    case .good:
      stored.trial = nil
      keep()
    case .bad(let reason): await leave(reason)
    }
    return status
  }

  /// Refuses the release on trial, and returns to the previous bundle or to the program's rules.
  private func leave(_ reason: String) async {
    guard let left = stored.bundles.first else { return }
    let trial = stored.trial
    if let (_, target) = try? read(left) { refuse(target, reason) }
    stored.trial = nil
    stored.bundles.removeFirst()
    if !client.bundles.isEmpty { stored.bundles.removeAll { !isAdmitted($0) } }
    // The host also leaves the release if that cannot be stored.
    keep()
    if await useStored() { return }
    if let reason = await program.use(.embedded) {
      // Without any other rules, this release is better than none. Its trial never ends: a host does
      // not return to it, and later releases are not compared with it.
      (status.problem, stored.bundles, stored.trial) = (reason, [left], trial)
      if status.active == nil, let reason = await restore(left) { status.problem = reason }
    } else {
      await noteUse(of: nil)
    }
    keep()
  }

  private func isAdmitted(_ bundle: ReleaseStore.Bundle) -> Bool {
    client.bundle(named: bundle.name)?.sha256 == Digest.sha256(bundle.bytes)
  }

  // MARK: Looks

  /// Looks at the depot once, after a ``check()``, and switches if its channel offers other rules.
  ///
  /// - Parameter now: The time of the clock.
  /// - Returns: The state after the look.
  @discardableResult
  package func look(now: TrustTime) async -> Status {
    (status.problem, status.isStale, status.retryAfter) = (nil, false, nil)
    defer { keep() }
    await check()
    do {
      client.begin(now: now)
      while let request = client.request {
        try client.receive(try await feed.fetch(request.path, limit: request.limit))
      }
    } catch {
      note(error)
      return status
    }
    if case .stale(let error) = client.state {
      (status.problem, status.isStale) = (error.description, true)
      return status
    }
    guard let record = client.record else {
      let names = client.channelNames.map { "'\($0)'" }.joined(separator: ", ")
      status.problem =
        "The depot has no channel '\(client.channel)'."
        + (names.isEmpty ? "" : " It has \(names).")
      return status
    }
    (status.channelsVersion, status.state) = (client.channelsVersion, record.state)
    let wasRefused = status.isRefused(status.active?.sha256)
    status.refused.removeAll { record.lifts($0.digest, refusedIn: $0.channelsVersion) }
    // The trial of the rules in use counts from the retry.
    if wasRefused, !status.isRefused(status.active?.sha256) { await noteUse(of: status.active) }
    switch record.state {
    case .live: await take(record)
    case .paused: break
    case .embedded: await takeEmbedded()
    }
    await prepare(record)
    return status
  }

  private func takeEmbedded() async {
    guard !stored.bundles.isEmpty else { return }
    let before = stored
    (stored.bundles, stored.trial) = ([], nil)
    guard keep() else { return stored = before }
    if let reason = await program.use(.embedded) {
      (status.problem, stored) = (reason, before)
    } else {
      await noteUse(of: nil)
    }
  }

  /// Stores the state; returns whether that worked.
  ///
  /// Nothing new is used before it is stored: after a kill, the next start uses the same rules.
  @discardableResult
  private func keep() -> Bool {
    stored.trusted = client.trusted
    stored.refused = status.refused.filter { !$0.isOfProgram }
    guard let store, stored != saved else { return true }
    do throws(FileError) {
      try store.save(stored)
      saved = stored
      return true
    } catch {
      status.problem = "The store cannot be written: \(store.message(of: error))"
      return false
    }
  }

  /// Uses the first offer for this host that is not refused.
  private func take(_ record: ChannelRecord) async {
    while let offer = record.offer(for: host, accepting: accepts),
      let target = client.bundle(named: offer.bundle)
    {
      if target.sha256 == status.active?.sha256 { return }
      guard let proven = await proven(target) else {
        if status.problem != nil { return }
        continue
      }
      let before = stored
      stored.begin(
        ReleaseStore.Bundle(name: target.name, bytes: proven.bytes),
        digest: target.sha256,
        after: await program.opens().since(status.earlier)
      )
      guard keep() else { return stored = before }
      if let reason = await program.use(release(proven.bundle, target)) {
        stored = before
        guard !Task.isCancelled else { return status.problem = reason }
        refuse(target, reason)
        continue
      }
      await noteUse(of: target)
      (status.prepared, provenBundles) = (nil, [:])
      return
    }
  }

  private func accepts(_ name: String) -> Bool {
    guard let digest = client.bundle(named: name)?.sha256 else { return false }
    return !status.isRefused(digest)
  }

  /// Proves the first other offer, so that a switch to it later takes no time.
  private func prepare(_ record: ChannelRecord) async {
    guard status.problem == nil else { return }
    for offer in record.offers where accepts(offer.bundle) {
      guard let target = client.bundle(named: offer.bundle), target != status.active else {
        continue
      }
      if status.prepared == target { return }
      if await proven(target) != nil { status.prepared = target }
      return
    }
    status.prepared = nil
    provenBundles = [:]
  }

  /// Fetches and proves a bundle, and remembers it; `nil` if it is refused or cannot be fetched.
  private func proven(_ target: BundleTarget) async -> Proven? {
    if let known = provenBundles[target.sha256] { return known }
    if let needs = ScriptBundle.Needs(target.custom["needs"]), refuses(target, needs) { return nil }
    let bytes: [UInt8]
    do {
      let request = try client.bundleRequest(target.name)
      guard let found = try await feed.fetch(request.path, limit: request.limit) else {
        throw TrustError(request.path, .missing)
      }
      try client.verifyBundle(found, named: target.name)
      bytes = found
    } catch {
      note(error)
      return nil
    }
    do throws(BundleError) {
      let bundle = try ScriptBundle(bytes)
      try bundle.expect(app: client.app, target.custom)
      if refuses(target, bundle.needs) { return nil }
      if let reason = await program.prove(bundle) {
        // A cancelled proof proves nothing.
        if Task.isCancelled { status.problem = reason } else { refuse(target, reason) }
        return nil
      }
      let proven = Proven(bundle: bundle, bytes: bytes)
      provenBundles = [target.sha256: proven]
      return proven
    } catch {
      refuse(target, error.description)
      return nil
    }
  }

  /// The bundle that is proven but not in use.
  package var preparedBundle: ScriptBundle? {
    status.prepared.flatMap { provenBundles[$0.sha256]?.bundle }
  }

  private func note(_ error: any Error) {
    guard !(error is CancellationError) else { return }
    status.problem = "\(error)"
    status.retryAfter = (error as? FeedError)?.retryAfter
  }

  /// Refuses a bundle that needs names which the program lacks; returns whether it does.
  private func refuses(_ target: BundleTarget, _ needs: ScriptBundle.Needs) -> Bool {
    guard let words = program.lacks(needs).words else { return false }
    refuse(target, "the program lacks \(words)", isOfProgram: true)
    return true
  }

  private func refuse(_ target: BundleTarget, _ reason: String, isOfProgram: Bool = false) {
    let refusal = Refusal(
      name: target.name,
      version: target.version,
      digest: target.sha256,
      reason: String(decoding: reason.utf8.prefix(Refusal.reasonBytes), as: UTF8.self),
      channelsVersion: client.channelsVersion,
      isOfProgram: isOfProgram
    )
    status.note(refusal)
    if status.prepared == target { status.prepared = nil }
    provenBundles[target.sha256] = nil
  }
}
#endif
