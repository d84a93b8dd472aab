#if Releases
/// Verified files of a depot that belong together once all of them are present.
struct TrustedSet: Sendable {
  /// A value and the bytes of its file.
  struct Item<Value: Sendable>: Sendable {
    let value: Value
    let bytes: [UInt8]
  }

  var timestamp: Item<Timestamp>?
  var snapshot: Item<Snapshot>?
  var targets: Item<Targets>?
  var channels: Item<DelegatedTargets>?
  var releases: Item<DelegatedTargets>?
  /// `nil` if the depot has no such channel.
  var record: Item<ChannelRecord>?

  /// Keeps the stored files that the keys of a root still verify.
  init(_ stored: TrustedFiles, root: Root) {
    timestamp = Self.item(stored, TrustedFiles.timestamp) { bytes throws(TrustError) in
      try Timestamp(bytes, keys: root.timestamp)
    }
    snapshot = Self.item(stored, TrustedFiles.snapshot) { bytes throws(TrustError) in
      try Snapshot(bytes, file: TrustedFiles.snapshot, keys: root.snapshot)
    }
    targets = Self.item(stored, TrustedFiles.targets) { bytes throws(TrustError) in
      try Targets(bytes, file: TrustedFiles.targets, keys: root.targets)
    }
    guard let targets else { return }
    channels = Self.item(stored, TrustedFiles.channels) { bytes throws(TrustError) in
      try DelegatedTargets(
        .channels,
        bytes,
        file: TrustedFiles.channels,
        keys: targets.value.channels
      )
    }
    releases = Self.item(stored, TrustedFiles.releases) { bytes throws(TrustError) in
      try DelegatedTargets(
        .releases,
        bytes,
        file: TrustedFiles.releases,
        keys: targets.value.releases
      )
    }
    record = Self.item(stored, TrustedFiles.record) { bytes throws(TrustError) in
      try ChannelRecord(bytes, file: TrustedFiles.record)
    }
  }

  private static func item<Value: Sendable>(
    _ stored: TrustedFiles,
    _ name: String,
    _ read: ([UInt8]) throws(TrustError) -> Value
  ) -> Item<Value>? {
    guard let bytes = stored.files[name], let value = try? read(bytes) else { return nil }
    return Item(value: value, bytes: bytes)
  }

  /// The files to store, by name.
  var files: [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    files[TrustedFiles.timestamp] = timestamp?.bytes
    files[TrustedFiles.snapshot] = snapshot?.bytes
    files[TrustedFiles.targets] = targets?.bytes
    files[TrustedFiles.channels] = channels?.bytes
    files[TrustedFiles.releases] = releases?.bytes
    files[TrustedFiles.record] = record?.bytes
    return files
  }

  /// Whether the timestamp lists this snapshot.
  var hasListedSnapshot: Bool {
    guard let timestamp, let snapshot else { return false }
    return timestamp.value.snapshot.fits(snapshot.value.version, snapshot.bytes)
  }

  var hasListedTargets: Bool { fits(snapshot?.value.targets, targets) }
  var hasListedChannels: Bool { fits(snapshot?.value.channels, channels) }
  var hasListedReleases: Bool { fits(snapshot?.value.releases, releases) }

  private func fits(_ listed: FileVersion?, _ item: Item<some TrustRole>?) -> Bool {
    guard let listed, let item else { return false }
    return listed.fits(item.value.version, item.bytes)
  }

  /// Whether the files belong together, so that a client may act on them.
  func isComplete(for channel: String) -> Bool {
    guard hasListedSnapshot, hasListedTargets, hasListedChannels, hasListedReleases else {
      return false
    }
    return hasListedRecord(for: channel)
  }

  func hasListedRecord(for channel: String) -> Bool {
    guard let target = channels?.value.targets[DepotPath.channel(channel)] else {
      return record == nil
    }
    return record.map { target.fits($0.bytes) } ?? false
  }
}

extension FileVersion {
  func fits(_ version: Int64, _ bytes: [UInt8]) -> Bool {
    version == self.version && (try? check(bytes, file: "")) != nil
  }
}

extension TargetFile {
  func fits(_ bytes: [UInt8]) -> Bool { (try? check(bytes, file: "")) != nil }
}
#endif
