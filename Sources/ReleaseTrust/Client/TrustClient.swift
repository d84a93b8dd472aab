#if Releases
/// Follows a depot as section 5 of the TUF specification says, without reading files or a clock.
///
/// A round begins with ``begin(now:)``. The caller fetches each ``request`` and passes the bytes
/// to ``receive(_:)``, until ``request`` is `nil`. A round either takes all new metadata or none;
/// only a new root is taken immediately.
///
/// ```swift
/// client.begin(now: now)
/// while let request = client.request {
///   try client.receive(try await feed.fetch(request.path, limit: request.limit))
/// }
/// store.save(client.trusted)
/// ```
package struct TrustClient: Sendable {
  package enum State: Sendable, Equatable {
    /// No round has ended, or the last one ended with an error.
    case open
    /// The last round ended with valid metadata.
    case fresh
    /// A file is valid but expired: nothing new is taken, and the host keeps its rules.
    case stale(TrustError)
  }

  enum Step: Sendable {
    case root, timestamp, snapshot, targets, channels, record, releases, end
  }

  package let app: String
  package let channel: String
  package private(set) var state = State.open
  /// The files to store; they change when a root is taken and when a round ends.
  package private(set) var trusted: TrustedFiles

  private(set) var root: Root
  var step = Step.end
  private(set) var now = TrustTime(0)
  var rootCount = 0
  private var current: TrustedSet
  var next: TrustedSet

  /// Creates a client, which is ready for its first round.
  ///
  /// - Parameters:
  ///   - app: The app whose bundles the client takes.
  ///   - channel: The name of the channel.
  ///   - root: The bytes of the root file that the program contains.
  ///   - stored: The files of a former client. Files that do not verify are ignored.
  /// - Throws: ``TrustError`` if the root is invalid or belongs to another app.
  package init(
    app: String,
    channel: String,
    root: [UInt8],
    stored: TrustedFiles = TrustedFiles()
  ) throws(TrustError) {
    (self.app, self.channel) = (app, channel)
    var trustedRoot = try Root(trusting: root)
    try Self.expect(app, of: trustedRoot, file: "root.json")
    trusted = TrustedFiles(acceptedAt: stored.acceptedAt)
    var name = TrustedFiles.root(trustedRoot.version + 1)
    while let bytes = stored.files[name], let next = try? trustedRoot.next(bytes, file: name) {
      trusted.files[name] = bytes
      trustedRoot = next
      name = TrustedFiles.root(next.version + 1)
    }
    self.root = trustedRoot
    current = TrustedSet(stored, root: trustedRoot)
    next = current
    trusted.files.merge(current.files) { $1 }
  }

  /// The file to fetch next, and its maximum number of bytes; `nil` when the round has ended.
  package var request: (path: String, limit: Int)? {
    let snapshot = next.snapshot?.value
    let (role, version, limit): (String, Int64?, Int)
    switch step {
    case .root: return (DepotPath.metadata("root", root.version + 1), TrustLimit.rootBytes)
    case .timestamp: return (DepotPath.timestamp, TrustLimit.roleBytes)
    case .record: return recordTarget.map { (recordPath($0), TrustLimit.recordBytes) }
    case .end: return nil
    case .snapshot:
      (role, version) = ("snapshot", next.timestamp?.value.snapshot.version)
      limit = TrustLimit.roleBytes
    case .targets:
      (role, version, limit) = ("targets", snapshot?.targets.version, TrustLimit.roleBytes)
    case .channels:
      (role, version, limit) = ("channels", snapshot?.channels.version, TrustLimit.roleBytes)
    case .releases:
      (role, version, limit) = ("releases", snapshot?.releases.version, TrustLimit.releasesBytes)
    }
    return version.map { (DepotPath.metadata(role, $0), limit) }
  }

  /// Begins a round.
  ///
  /// - Parameter now: The time of the clock. An earlier time than ``TrustedFiles/acceptedAt`` is
  ///   replaced by it.
  package mutating func begin(now: TrustTime) {
    self.now = max(now, trusted.acceptedAt ?? now)
    next = current
    rootCount = 0
    step = .root
  }

  /// Takes the answer to the request.
  ///
  /// - Parameter bytes: The untrusted bytes, or `nil` if the file does not exist.
  /// - Throws: ``TrustError`` if the file is refused. This ends the round, and changes no
  ///   trusted file.
  package mutating func receive(_ bytes: [UInt8]?) throws(TrustError) {
    guard let request else { preconditionFailure("Nothing was requested.") }
    do throws(TrustError) {
      if step == .root {
        try takeRoot(bytes, file: request.path)
      } else {
        guard let bytes else { throw TrustError(request.path, .missing) }
        try take(bytes, file: request.path)
        try advance()
      }
    } catch {
      step = .end
      guard case .expired = error.problem else {
        state = .open
        throw error
      }
      state = .stale(error)
    }
  }

  /// Takes the answer that ``DepotPath/timestamp`` has not changed since the last round.
  package mutating func receiveUnchanged() throws(TrustError) {
    try receive(step == .timestamp ? current.timestamp?.bytes : nil)
  }

  /// Trusts everything that this round verified.
  mutating func finish() {
    if next.files != current.files { trusted.acceptedAt = now }
    let roots = trusted.files.filter { $0.key.hasSuffix(".root.json") }
    trusted.files = roots.merging(next.files) { $1 }
    current = next
    state = .fresh
  }

  /// Trusts a newer root; files that only former keys signed are dropped.
  mutating func take(_ newer: Root, _ bytes: [UInt8]) {
    root = newer
    // Drops a timestamp with the highest version, if a thief of the former key signed it.
    current = TrustedSet(trusted, root: newer)
    next = current
    trusted.files = trusted.files.filter { $0.key.hasSuffix(".root.json") }
      .merging(current.files) { $1 }
    trusted.files[TrustedFiles.root(newer.version)] = bytes
  }

  /// The newest record of the channel, without the offers of bundles that were withdrawn.
  ///
  /// `nil` before the first complete round, after a new root until the next complete round, and if
  /// the depot has no such channel.
  package var record: ChannelRecord? {
    guard current.isComplete(for: channel), var record = current.record?.value else { return nil }
    record.offers.removeAll { bundle(named: $0.bundle) == nil }
    return record
  }

  /// The names of the channels, in their order.
  package var channelNames: [String] {
    (current.channels?.value.targets.keys.sorted() ?? [])
      .map {
        String($0.dropFirst("channels/".count).dropLast(".json".count))
      }
  }

  /// The version of the role `channels`, which people see as `#118`.
  package var channelsVersion: Int64? { current.channels?.value.version }

  /// The admitted bundles, in the order of their names.
  package var bundles: [BundleTarget] {
    guard current.isComplete(for: channel), let releases = current.releases?.value else {
      return []
    }
    return BundleTarget.all(of: releases)
  }

  package func bundle(named name: String) -> BundleTarget? { bundles.first { $0.name == name } }

  /// The file of an admitted bundle, and its number of bytes.
  package func bundleRequest(_ name: String) throws(TrustError) -> (path: String, limit: Int) {
    let bundle = try admitted(name)
    return (bundle.path, bundle.length)
  }

  /// Checks the length and the digest of a bundle.
  package func verifyBundle(_ bytes: [UInt8], named name: String) throws(TrustError) {
    try admitted(name).check(bytes)
  }

  private func admitted(_ name: String) throws(TrustError) -> BundleTarget {
    guard let bundle = bundle(named: name) else {
      throw TrustError(DepotPath.channel(channel), .unknownBundle(name))
    }
    return bundle
  }
}
#endif
