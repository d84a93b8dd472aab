#if Releases
/// The newest files of a depot, verified.
struct DepotReading {
  let root: Root
  let timestamp: Timestamp
  let snapshot: Snapshot
  let targets: Targets
  /// The bundles that the snapshot lists.
  let releases: DelegatedTargets
  let channels: DelegatedTargets

  private let reader: DepotReader

  /// Reads all roles.
  ///
  /// - Parameters:
  ///   - reader: Reads the files.
  ///   - anchor: The trusted root file, or `nil` for `metadata/1.root.json`.
  /// - Throws: ``TrustError`` at the first file that is missing or wrong.
  init(_ reader: DepotReader, anchor: [UInt8]?) throws(TrustError) {
    self.reader = reader
    let root = try reader.root(anchor)
    let timestamp = try Timestamp(reader.bytes(DepotPath.timestamp), keys: root.timestamp)
    try reader.add(timestamp, "timestamp", DepotPath.timestamp)
    let snapshot = try reader.role("snapshot", timestamp.snapshot) {
      path,
      bytes throws(TrustError) in
      try Snapshot(bytes, file: path, keys: root.snapshot)
    }
    let targets = try reader.role("targets", snapshot.targets) { path, bytes throws(TrustError) in
      try Targets(bytes, file: path, keys: root.targets)
    }
    releases = try reader.role("releases", snapshot.releases) { path, bytes throws(TrustError) in
      try DelegatedTargets(.releases, bytes, file: path, keys: targets.releases)
    }
    channels = try reader.role("channels", snapshot.channels) { path, bytes throws(TrustError) in
      try DelegatedTargets(.channels, bytes, file: path, keys: targets.channels)
    }
    (self.root, self.timestamp, self.snapshot, self.targets) = (root, timestamp, snapshot, targets)
  }

  /// Reads the record of a channel.
  func record(_ name: String, _ target: TargetFile) throws(TrustError) -> ChannelRecord {
    let path = DepotPath.target(name, sha256: target.sha256)
    let content = try reader.bytes(path)
    try target.check(content, file: path)
    let record = try ChannelRecord(content, file: path)
    if let app = root.app, app != record.app {
      throw TrustError(path, .otherApp(found: record.app, expected: app))
    }
    guard DepotPath.channel(record.channel) == name else {
      throw TrustError(path, .otherChannel(found: record.channel, expected: name))
    }
    return record
  }

  /// The newest file of the role `releases`, which no snapshot needs to list, and its bytes.
  func admitted() throws(TrustError) -> (role: DelegatedTargets, bytes: [UInt8]) {
    var newest = releases
    var bytes = try reader.bytes(DepotPath.metadata("releases", releases.version))
    while true {
      let path = DepotPath.metadata("releases", newest.version + 1)
      guard let nextBytes = reader.read(path) else { return (newest, bytes) }
      let next = try DelegatedTargets(.releases, nextBytes, file: path, keys: targets.releases)
      guard next.version == newest.version + 1 else {
        throw TrustError(path, .wrongVersion(found: next.version, expected: newest.version + 1))
      }
      for (name, target) in next.targets {
        if let known = newest.targets[name], known.sha256 != target.sha256 {
          throw TrustError(path, .changedBundle(name))
        }
      }
      (newest, bytes) = (next, nextBytes)
    }
  }
}
#endif
