#if Releases
import MessageStream

/// Makes the new files of a depot, in the order in which they must be written.
///
/// The timestamp is always the last file, so a reader sees either the old or the new files.
package struct DepotAuthor {
  /// The signers of a depot's three keys.
  package struct Signers {
    /// Signs the roles `root` and `targets`.
    package let root: any ReleaseSigner
    package let releases: any ReleaseSigner
    /// Signs the roles `channels`, `snapshot` and `timestamp`.
    package let channels: any ReleaseSigner

    package init(
      root: any ReleaseSigner,
      releases: any ReleaseSigner,
      channels: any ReleaseSigner
    ) {
      (self.root, self.releases, self.channels) = (root, releases, channels)
    }
  }

  private static let yearDays: Int64 = 365
  private static let monthDays: Int64 = 30

  let files: [String: [UInt8]]
  let depot: DepotReading
  /// The newest file of the role `releases`, which the next snapshot lists.
  private let admitted: (role: DelegatedTargets, bytes: [UInt8])
  private let recordsByName: [String: ChannelRecord]

  /// Reads a depot.
  ///
  /// - Parameter files: The bytes by path, such as `metadata/1.root.json`: all files of `metadata`,
  ///   and the channel records below `targets/channels`.
  /// - Throws: ``TrustError`` if a file is missing or not signed. Expired files are accepted.
  package init(_ files: [String: [UInt8]]) throws(TrustError) {
    self.files = files
    depot = try DepotReading(DepotReader(now: nil) { files[$0] }, anchor: nil)
    admitted = try depot.admitted()
    var records: [String: ChannelRecord] = [:]
    for (name, target) in depot.channels.targets {
      records[name] = try depot.record(name, target)
    }
    recordsByName = records
  }

  // MARK: The current state

  package var app: String? { depot.root.app }
  /// The version of the role `channels`, which people see as `#118`.
  package var channelsVersion: Int64 { depot.channels.version }
  package var rootVersion: Int64 { depot.root.version }
  /// The newest version of the role `releases`, also before it is published.
  package var releasesVersion: Int64 { admitted.role.version }
  package var releaseKeys: RoleKeys { depot.targets.releases }
  package var channelKeys: RoleKeys { depot.targets.channels }

  /// The admitted bundles, in the order of their names.
  package var bundles: [BundleTarget] { BundleTarget.all(of: admitted.role) }

  /// The records of all channels, in the order of their names.
  package var records: [ChannelRecord] {
    recordsByName.sorted { $0.key < $1.key }.map(\.value)
  }

  package func record(of channel: String) -> ChannelRecord? {
    recordsByName[DepotPath.channel(channel)]
  }

  // MARK: New files

  /// Makes the files of a new depot without bundles and channels.
  package static func create(
    app: String,
    root: any ReleaseSigner,
    releases: any ReleaseSigner,
    channels: any ReleaseSigner,
    now: TrustTime
  ) throws(TrustError) -> [DepotFile] {
    let signers = Signers(root: root, releases: releases, channels: channels)
    return try whole(
      app: app,
      signers,
      rootSigners: [root],
      versions: Versions(),
      releases: [:],
      channels: [:],
      now: now
    )
  }

  /// Admits a bundle, which no host sees before the next ``publish(_:signer:now:)``.
  ///
  /// The newest 20 bundles stay admitted; bundles that a channel offers always do.
  package func admit(
    _ bundle: BundleTarget,
    signer: any ReleaseSigner,
    now: TrustTime
  ) throws(TrustError) -> [DepotFile] {
    var targets = admitted.role.targets
    if let known = targets[bundle.name], known.sha256 != bundle.sha256 {
      throw TrustError(bundle.path, .changedBundle(bundle.name))
    }
    guard DepotPath.isTarget(bundle.name, in: DelegatedRole.releases.folder) else {
      throw TrustError(bundle.path, .foreignTarget(bundle.name, role: "releases"))
    }
    if let app, let found = bundle.custom["app"].text, app != found {
      throw TrustError(bundle.path, .otherApp(found: found, expected: app))
    }
    guard bundle.length <= TrustLimit.bundleBytes else {
      throw TrustError(bundle.path, .tooLarge(limit: TrustLimit.bundleBytes))
    }
    targets[bundle.name] = bundle.file
    let offered = Set(recordsByName.values.flatMap(\.offers).map(\.bundle)).union([bundle.name])
    let oldest = BundleTarget.all(of: admitted.role)
      .filter { !offered.contains($0.name) }
      .sorted { ($0.version ?? 0) < ($1.version ?? 0) }
    for old in oldest.prefix(max(0, targets.count - TrustLimit.admittedBundles)) {
      targets[old.name] = nil
    }
    return try releases(targets, signer: signer, now: now)
  }

  /// Withdraws a bundle: after the next ``publish(_:signer:now:)``, no channel can offer it.
  package func withdraw(
    _ name: String,
    signer: any ReleaseSigner,
    now: TrustTime
  ) throws(TrustError) -> [DepotFile] {
    var targets = admitted.role.targets
    guard targets.removeValue(forKey: name) != nil else {
      throw TrustError(
        DepotPath.metadata("releases", admitted.role.version),
        .unlisted(name)
      )
    }
    return try releases(targets, signer: signer, now: now)
  }

  /// Publishes a channel's record together with all admitted bundles.
  package func publish(
    _ record: ChannelRecord,
    signer: any ReleaseSigner,
    now: TrustTime
  ) throws(TrustError) -> [DepotFile] {
    let name = DepotPath.channel(record.channel)
    // The reader's rules hold for the author as well.
    _ = try ChannelRecord(record.bytes, file: name)
    if let app, app != record.app {
      throw TrustError(name, .otherApp(found: record.app, expected: app))
    }
    for offer in record.offers where admitted.role.targets[offer.bundle] == nil {
      throw TrustError(name, .unknownBundle(offer.bundle))
    }
    let file = TargetFile(length: record.bytes.count, sha256: Digest.sha256(record.bytes))
    var targets = depot.channels.targets
    targets[name] = file
    let path = DepotPath.target(name, sha256: file.sha256)
    return [DepotFile(path: path, bytes: record.bytes)]
      + (try channels(
        targets,
        releases: FileVersion(version: admitted.role.version, bytes: admitted.bytes),
        signer: signer,
        now: now
      ))
  }

  /// Signs the channels, the snapshot and the timestamp for another 30 days.
  ///
  /// Bundles that were admitted since the last ``publish(_:signer:now:)`` stay invisible.
  package func renew(signer: any ReleaseSigner, now: TrustTime) throws(TrustError) -> [DepotFile] {
    try channels(
      depot.channels.targets,
      releases: depot.snapshot.releases,
      signer: signer,
      now: now
    )
  }

  /// Makes the next root, with new keys or, to renew it, with the same keys.
  ///
  /// - Parameters:
  ///   - old: A signer of the current root.
  ///   - signers: The signers from now on. They sign all files again.
  ///   - now: The time of the clock.
  /// - Returns: The files of all roles.
  /// - Throws: ``TrustError`` if the current root does not list the old key, or a signer fails.
  package func rotate(
    from old: any ReleaseSigner,
    to signers: Signers,
    now: TrustTime
  ) throws(TrustError) -> [DepotFile] {
    try expect(old, in: depot.root.root, "root")
    let isSame = old.key == signers.root.key
    return try Self.whole(
      app: app,
      signers,
      rootSigners: isSame ? [old] : [old, signers.root],
      versions: Versions(
        root: depot.root.version + 1,
        targets: try free("targets", after: depot.targets.version),
        releases: try free("releases", after: admitted.role.version),
        channels: try free("channels", after: depot.channels.version),
        snapshot: try free("snapshot", after: depot.snapshot.version),
        timestamp: depot.timestamp.version + 1
      ),
      releases: admitted.role.targets,
      channels: depot.channels.targets,
      now: now
    )
  }
}

extension DepotAuthor {
  /// The versions of new files.
  private struct Versions {
    var root: Int64 = 1
    var targets: Int64 = 1
    var releases: Int64 = 1
    var channels: Int64 = 1
    var snapshot: Int64 = 1
    var timestamp: Int64 = 1
  }

  private static func whole(
    app: String?,
    _ signers: Signers,
    rootSigners: [any ReleaseSigner],
    versions: Versions,
    releases: [String: TargetFile],
    channels: [String: TargetFile],
    now: TrustTime
  ) throws(TrustError) -> [DepotFile] {
    let (year, month) = (now.adding(days: yearDays), now.adding(days: monthDays))
    let channelKeys = RoleKeys([signers.channels.key])
    let rootKeys = RoleKeys([signers.root.key])
    let targetsFile = try file(
      "targets",
      Targets(
        version: versions.targets,
        expires: year,
        releases: RoleKeys([signers.releases.key]),
        channels: channelKeys
      ),
      signers.root
    )
    let releasesFile = try file(
      "releases",
      DelegatedTargets(.releases, version: versions.releases, expires: year, targets: releases),
      signers.releases
    )
    let channelsFile = try file(
      "channels",
      DelegatedTargets(.channels, version: versions.channels, expires: month, targets: channels),
      signers.channels
    )
    let snapshot = Snapshot(
      version: versions.snapshot,
      expires: month,
      targets: FileVersion(version: versions.targets, bytes: targetsFile.bytes),
      releases: FileVersion(version: versions.releases, bytes: releasesFile.bytes),
      channels: FileVersion(version: versions.channels, bytes: channelsFile.bytes)
    )
    let root = Root(
      version: versions.root,
      expires: year,
      app: app,
      root: rootKeys,
      timestamp: channelKeys,
      snapshot: channelKeys,
      targets: rootKeys
    )
    let rootFile = DepotFile(
      path: DepotPath.metadata("root", root.version),
      bytes: try root.signed(by: rootSigners)
    )
    return [targetsFile, releasesFile, channelsFile]
      + (try visible(
        snapshot,
        before: [rootFile],
        timestamp: versions.timestamp,
        signers.channels
      ))
  }

  private static func file(
    _ name: String,
    _ role: some TrustRole,
    _ signer: any ReleaseSigner
  ) throws(TrustError) -> DepotFile {
    DepotFile(
      path: DepotPath.metadata(name, role.version),
      bytes: try role.signed(by: [signer])
    )
  }

  /// The snapshot, other files, and the timestamp that makes them visible.
  private static func visible(
    _ snapshot: Snapshot,
    before files: [DepotFile] = [],
    timestamp version: Int64,
    _ signer: any ReleaseSigner
  ) throws(TrustError) -> [DepotFile] {
    let snapshotFile = try file("snapshot", snapshot, signer)
    let timestamp = Timestamp(
      version: version,
      expires: snapshot.expires,
      snapshot: FileVersion(version: snapshot.version, bytes: snapshotFile.bytes)
    )
    let timestampFile = DepotFile(
      path: DepotPath.timestamp,
      bytes: try timestamp.signed(by: [signer])
    )
    return [snapshotFile] + files + [timestampFile]
  }

  private func releases(
    _ targets: [String: TargetFile],
    signer: any ReleaseSigner,
    now: TrustTime
  ) throws(TrustError) -> [DepotFile] {
    try expect(signer, in: depot.targets.releases, "releases")
    let role = DelegatedTargets(
      .releases,
      version: admitted.role.version + 1,
      expires: now.adding(days: Self.yearDays),
      targets: targets
    )
    let file = try Self.file("releases", role, signer)
    guard file.bytes.count <= TrustLimit.releasesBytes else {
      throw TrustError(file.path, .tooLarge(limit: TrustLimit.releasesBytes))
    }
    return [file]
  }

  /// The files that the channels key signs.
  private func channels(
    _ targets: [String: TargetFile],
    releases: FileVersion,
    signer: any ReleaseSigner,
    now: TrustTime
  ) throws(TrustError) -> [DepotFile] {
    try expect(signer, in: depot.targets.channels, "channels")
    try expect(signer, in: depot.root.snapshot, "snapshot")
    try expect(signer, in: depot.root.timestamp, "timestamp")
    let expires = now.adding(days: Self.monthDays)
    let role = DelegatedTargets(
      .channels,
      version: try free("channels", after: depot.channels.version),
      expires: expires,
      targets: targets
    )
    let file = try Self.file("channels", role, signer)
    guard file.bytes.count <= TrustLimit.roleBytes else {
      throw TrustError(file.path, .tooLarge(limit: TrustLimit.roleBytes))
    }
    let snapshot = Snapshot(
      version: try free("snapshot", after: depot.snapshot.version),
      expires: expires,
      targets: depot.snapshot.targets,
      releases: releases,
      channels: FileVersion(version: role.version, bytes: file.bytes)
    )
    return [file]
      + (try Self.visible(snapshot, timestamp: depot.timestamp.version + 1, signer))
  }

  private func expect(
    _ signer: any ReleaseSigner,
    in keys: RoleKeys,
    _ role: String
  ) throws(TrustError) {
    guard keys.contains(signer.key) else {
      throw TrustError("the key \(signer.key.id.prefix(8))", .keyOfAnotherRole(role: role))
    }
  }

  /// The next version without a file: a publication that was interrupted may have left one, and
  /// caches keep it.
  private func free(_ role: String, after version: Int64) throws(TrustError) -> Int64 {
    var next = version + 1
    while files[DepotPath.metadata(role, next)] != nil { next += 1 }
    guard next <= TrustLimit.version, depot.timestamp.version < TrustLimit.version else {
      throw TrustError(DepotPath.metadata(role, version), .tooManyVersions)
    }
    return next
  }
}
#endif
