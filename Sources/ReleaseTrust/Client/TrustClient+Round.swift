#if Releases
extension TrustClient {
  var recordTarget: TargetFile? {
    next.channels?.value.targets[DepotPath.channel(channel)]
  }

  func recordPath(_ target: TargetFile) -> String {
    DepotPath.target(DepotPath.channel(channel), sha256: target.sha256)
  }

  static func expect(_ app: String, of root: Root, file: String) throws(TrustError) {
    if let found = root.app, found != app {
      throw TrustError(file, .otherApp(found: found, expected: app))
    }
  }

  mutating func takeRoot(_ bytes: [UInt8]?, file: String) throws(TrustError) {
    guard let bytes else {
      try root.expect(notExpiredAt: now, file: DepotPath.metadata("root", root.version))
      step = .timestamp
      return
    }
    guard rootCount < TrustLimit.rootsPerUpdate else {
      throw TrustError(file, .tooManyRoots(TrustLimit.rootsPerUpdate))
    }
    rootCount += 1
    let newer = try root.next(bytes, file: file)
    try Self.expect(app, of: newer, file: file)
    take(newer, bytes)
  }

  mutating func take(_ bytes: [UInt8], file: String) throws(TrustError) {
    switch step {
    case .timestamp: try takeTimestamp(bytes)
    case .snapshot: try takeSnapshot(bytes, file: file)
    case .targets:
      guard let listed = next.snapshot?.value.targets else { return }
      try listed.check(bytes, file: file)
      let targets = try Targets(bytes, file: file, keys: root.targets)
      try listed.check(targets.version, file: file)
      // Files of roles whose keys changed are fetched again.
      if targets.channels != next.targets?.value.channels { next.channels = nil }
      if targets.releases != next.targets?.value.releases { next.releases = nil }
      next.targets = TrustedSet.Item(value: targets, bytes: bytes)
    case .channels: next.channels = try delegated(.channels, bytes, file: file)
    case .releases: next.releases = try delegated(.releases, bytes, file: file)
    case .record: try takeRecord(bytes, file: file)
    case .root, .end: break
    }
  }

  private mutating func takeTimestamp(_ bytes: [UInt8]) throws(TrustError) {
    let file = DepotPath.timestamp
    let newer = try Timestamp(bytes, keys: root.timestamp)
    if let known = next.timestamp?.value {
      guard newer.version >= known.version else {
        throw TrustError(file, .olderVersion(found: newer.version, trusted: known.version))
      }
      guard newer.snapshot.version >= known.snapshot.version else {
        throw TrustError(
          file,
          .olderReference(
            "snapshot.json",
            found: newer.snapshot.version,
            trusted: known.snapshot.version
          )
        )
      }
      if newer.version == known.version { return }
    }
    next.timestamp = TrustedSet.Item(value: newer, bytes: bytes)
  }

  private mutating func takeSnapshot(_ bytes: [UInt8], file: String) throws(TrustError) {
    guard let listed = next.timestamp?.value.snapshot else { return }
    try listed.check(bytes, file: file)
    let newer = try Snapshot(bytes, file: file, keys: root.snapshot)
    try listed.check(newer.version, file: file)
    if let known = next.snapshot?.value { try newer.expect(noOlderThan: known, file: file) }
    next.snapshot = TrustedSet.Item(value: newer, bytes: bytes)
  }

  private func delegated(
    _ role: DelegatedRole,
    _ bytes: [UInt8],
    file: String
  ) throws(TrustError) -> TrustedSet.Item<DelegatedTargets>? {
    guard let snapshot = next.snapshot?.value, let targets = next.targets?.value else { return nil }
    let listed = role == .releases ? snapshot.releases : snapshot.channels
    try listed.check(bytes, file: file)
    let value = try DelegatedTargets(role, bytes, file: file, keys: targets.keys(of: role))
    try listed.check(value.version, file: file)
    return TrustedSet.Item(value: value, bytes: bytes)
  }

  private mutating func takeRecord(_ bytes: [UInt8], file: String) throws(TrustError) {
    try recordTarget?.check(bytes, file: file)
    let record = try ChannelRecord(bytes, file: file)
    guard record.app == app else {
      throw TrustError(file, .otherApp(found: record.app, expected: app))
    }
    guard record.channel == channel else {
      throw TrustError(file, .otherChannel(found: record.channel, expected: channel))
    }
    next.record = TrustedSet.Item(value: record, bytes: bytes)
  }

  /// Goes to the first step whose file is not yet known, and checks that the files before it are
  /// still valid.
  mutating func advance() throws(TrustError) {
    step = .end
    guard let timestamp = next.timestamp?.value else { return }
    try timestamp.expect(notExpiredAt: now, file: DepotPath.timestamp)
    guard next.hasListedSnapshot, let snapshot = next.snapshot?.value else {
      step = .snapshot
      return
    }
    try expect(snapshot, "snapshot")
    guard next.hasListedTargets, let targets = next.targets?.value else {
      step = .targets
      return
    }
    try expect(targets, "targets")
    guard next.hasListedChannels, let channels = next.channels?.value else {
      step = .channels
      return
    }
    try expect(channels, "channels")
    if recordTarget == nil { next.record = nil }
    guard next.hasListedRecord(for: channel) else {
      step = .record
      return
    }
    guard next.hasListedReleases, let releases = next.releases?.value else {
      step = .releases
      return
    }
    try expect(releases, "releases")
    finish()
  }

  private func expect(_ role: some TrustRole, _ name: String) throws(TrustError) {
    try role.expect(notExpiredAt: now, file: DepotPath.metadata(name, role.version))
  }
}
#endif
