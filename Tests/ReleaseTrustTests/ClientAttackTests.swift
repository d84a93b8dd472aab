#if Releases
import MessageStream
import Testing

@testable import ReleaseTrust

/// The attacks that the TUF specification names.
struct ClientAttackTests {
  // MARK: Rollback

  @Test func `an older timestamp is refused`() throws {
    var depot = try TestDepot(releasing: 1)
    let old = depot.files
    try depot.admit(2)
    try depot.publish([2])
    var client = try depot.follower()
    depot.files = old
    #expect(throws: TrustError(DepotPath.timestamp, .olderVersion(found: 2, trusted: 3))) {
      try depot.follow(&client)
    }
    #expect(client.record == TestDepot.record([2]))
    // Also after a restart.
    var restarted = try depot.client(client.trusted)
    #expect(throws: TrustError.self) { try depot.follow(&restarted) }
    #expect(restarted.record == TestDepot.record([2]))
  }

  @Test func `an older snapshot under a newer timestamp is refused`() throws {
    var depot = try TestDepot(releasing: 1)
    let old = try depot.reading.snapshot
    try depot.publish([1])
    var client = try depot.follower()
    try depot.replaceSnapshot(old, timestamp: 9)
    #expect(
      throws: TrustError(
        DepotPath.timestamp,
        .olderReference("snapshot.json", found: 2, trusted: 3)
      )
    ) { try depot.follow(&client) }
  }

  @Test(arguments: ["targets", "releases", "channels"])
  func `an older role under a newer snapshot is refused`(role: String) throws {
    var depot = try TestDepot(releasing: 1)
    let old = try depot.reading.snapshot
    try depot.admit(2)
    try depot.publish([2])
    depot.write(
      try depot.author.rotate(
        from: depot.root,
        to: DepotAuthor.Signers(
          root: depot.root,
          releases: depot.releases,
          channels: depot.channels
        ),
        now: TestDepot.now
      )
    )
    var client = try depot.follower()
    let new = try depot.reading.snapshot
    let mixed = Snapshot(
      version: 9,
      expires: new.expires,
      targets: role == "targets" ? old.targets : new.targets,
      releases: role == "releases" ? old.releases : new.releases,
      channels: role == "channels" ? old.channels : new.channels
    )
    try depot.replaceSnapshot(mixed, timestamp: 9)
    let error = #expect(throws: TrustError.self) { try depot.follow(&client) }
    guard case .olderReference("\(role).json", _, _) = error?.problem else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  // MARK: Fast-forward

  @Test func `a new root ends the block of a stolen channel key`() throws {
    var depot = try TestDepot(releasing: 1)
    let before = depot
    // The thief publishes the highest versions.
    try depot.replaceChannels(
      version: TrustLimit.version,
      snapshot: TrustLimit.version,
      timestamp: TrustLimit.version
    )
    var client = try depot.follower()
    #expect(client.channelsVersion == TrustLimit.version)
    #expect(throws: TrustError.self) {
      try depot.author.publish(
        TestDepot.record([1]),
        signer: depot.channels,
        now: TestDepot.now
      )
    }
    depot = before
    try depot.admit(2)
    try depot.publish([2])
    #expect(throws: TrustError.self) { try depot.follow(&client) }
    try depot.rotate(seed: 10)
    let restarted = client.trusted
    try depot.follow(&client)
    #expect(client.record == TestDepot.record([2]) && client.channelsVersion == 4)
    // A client that stops between the root and the timestamp recovers as well.
    var stopped = try depot.client(restarted)
    stopped.begin(now: TestDepot.now)
    try stopped.receive(depot.files["metadata/2.root.json"])
    #expect(stopped.trusted.files["timestamp.json"] == nil)
    var again = try depot.client(stopped.trusted)
    try depot.follow(&again)
    #expect(again.trusted == client.trusted)
  }

  @Test func `a new root with the same channel key forgets nothing`() throws {
    var depot = try TestDepot(releasing: 1)
    let old = depot.files
    try depot.publish([1])
    var client = try depot.follower()
    let signers = DepotAuthor.Signers(
      root: try PrivateKey.test(20),
      releases: try PrivateKey.test(21),
      channels: depot.channels
    )
    let root = try depot.author.rotate(from: depot.root, to: signers, now: TestDepot.now)
      .first { $0.path == "metadata/2.root.json" }
    depot.files = old
    depot.write([try #require(root)])
    #expect(throws: TrustError(DepotPath.timestamp, .olderVersion(found: 2, trusted: 3))) {
      try depot.follow(&client)
    }
  }

  @Test func `a channel key that is only added drops nothing`() throws {
    var depot = try TestDepot(releasing: 1)
    let old = depot.files
    try depot.publish([1])
    var client = try depot.follower()
    let added = try PrivateKey.test(30).key
    let ids = JSON.list([depot.channels.key.id, added.id].sorted().map(JSON.text))
    let root = try Forged.signed(depot.anchor).with("version", set: .int(2))
      .with("keys", added.id, set: added.json)
      .with("roles", "timestamp", "keyids", set: ids)
      .with("roles", "snapshot", "keyids", set: ids)
    depot.files = old
    depot.files["metadata/2.root.json"] = try Forged.file(root, by: depot.root)
    #expect(throws: TrustError(DepotPath.timestamp, .olderVersion(found: 2, trusted: 3))) {
      try depot.follow(&client)
    }
    #expect(client.record != nil)
  }

  // MARK: Freeze, and the clock

  @Test func `an expired depot is stale, and the record stays`() throws {
    let depot = try TestDepot(releasing: 1)
    var client = try depot.follower()
    let before = client.trusted
    let later = TestDepot.now.adding(days: 30)
    try depot.follow(&client, at: TrustTime(later.seconds - 1))
    #expect(client.state == .fresh)
    try depot.follow(&client, at: later)
    let expired = TrustError(DepotPath.timestamp, .expired(later.description))
    #expect(client.state == .stale(expired))
    #expect(client.record == TestDepot.record([1]) && client.trusted == before)
    var first = try depot.client()
    try depot.follow(&first, at: later)
    #expect(first.state == .stale(expired) && first.record == nil)
  }

  @Test func `newer files that have expired are not taken`() throws {
    var depot = try TestDepot(releasing: 1)
    var client = try depot.follower()
    try depot.admit(2)
    try depot.publish([2])
    try depot.follow(&client, at: TestDepot.now.adding(days: 31))
    #expect(client.record == TestDepot.record([1]))
    try depot.publish([2], at: TestDepot.now.adding(days: 31))
    try depot.follow(&client, at: TestDepot.now.adding(days: 31))
    #expect(client.record == TestDepot.record([2]) && client.state == .fresh)
  }

  @Test(arguments: [
    ("snapshot", 10, 40, 40, 40), ("targets", 40, 10, 40, 40), ("releases", 40, 40, 10, 40),
    ("channels", 40, 40, 40, 10),
  ])
  func `each role can expire alone`(
    role: String,
    snapshotDays: Int64,
    targetsDays: Int64,
    releasesDays: Int64,
    channelsDays: Int64
  ) throws {
    var depot = try TestDepot(releasing: 1)
    let now = TestDepot.now
    let targets = try Targets(
      version: 2,
      expires: now.adding(days: targetsDays),
      releases: RoleKeys([depot.releases.key]),
      channels: RoleKeys([depot.channels.key])
    )
    .signed(by: [depot.root])
    let releases = try DelegatedTargets(
      .releases,
      version: 3,
      expires: now.adding(days: releasesDays),
      targets: [:]
    )
    .signed(by: [depot.releases])
    let channels = try DelegatedTargets(
      .channels,
      version: 3,
      expires: now.adding(days: channelsDays),
      targets: [:]
    )
    .signed(by: [depot.channels])
    depot.files["metadata/2.targets.json"] = targets
    depot.files["metadata/3.releases.json"] = releases
    depot.files["metadata/3.channels.json"] = channels
    let snapshot = Snapshot(
      version: 3,
      expires: now.adding(days: snapshotDays),
      targets: FileVersion(version: 2, bytes: targets),
      releases: FileVersion(version: 3, bytes: releases),
      channels: FileVersion(version: 3, bytes: channels)
    )
    let bytes = try snapshot.signed(by: [depot.channels])
    depot.files["metadata/3.snapshot.json"] = bytes
    depot.files[DepotPath.timestamp] = try Timestamp(
      version: 3,
      expires: now.adding(days: 40),
      snapshot: FileVersion(version: 3, bytes: bytes)
    )
    .signed(by: [depot.channels])
    var client = try depot.client()
    try depot.follow(&client, at: now.adding(days: 11))
    let version = role == "targets" ? 2 : 3
    #expect(
      client.state
        == .stale(
          TrustError("metadata/\(version).\(role).json", .expired("\(now.adding(days: 10))"))
        )
    )
    #expect(client.trusted.files.isEmpty)
  }

  @Test func `an expired root is stale, but an older one may be expired`() throws {
    var depot = try TestDepot(releasing: 1)
    var client = try depot.follower()
    let later = TestDepot.now.adding(days: 366)
    try depot.publish([1], at: later)
    try depot.follow(&client, at: later)
    guard case .stale(let error) = client.state, error.file == "metadata/1.root.json" else {
      Issue.record("\(client.state)")
      return
    }
    depot.write(
      try depot.author.rotate(
        from: depot.root,
        to: DepotAuthor.Signers(
          root: depot.root,
          releases: depot.releases,
          channels: depot.channels
        ),
        now: later
      )
    )
    try depot.follow(&client, at: later)
    #expect(client.state == .fresh)
  }

  @Test func `a clock that is 10 years ahead or behind stops nothing`() throws {
    var depot = try TestDepot(releasing: 1)
    var client = try depot.follower()
    let before = client.trusted
    try depot.follow(&client, at: TestDepot.now.adding(days: 3_652))
    guard case .stale = client.state else {
      Issue.record("\(client.state)")
      return
    }
    #expect(client.trusted == before && client.record != nil)
    // A correct clock recovers immediately.
    try depot.follow(&client)
    #expect(client.state == .fresh)
    let later = TestDepot.now.adding(days: 20)
    try depot.publish([1], at: later)
    try depot.follow(&client, at: later)
    // A clock that is behind cannot make old files valid again.
    try depot.follow(&client, at: TestDepot.now.adding(days: -3_652))
    #expect(client.state == .fresh && client.trusted.acceptedAt == later)
    var frozen = try TestDepot(releasing: 1)
    frozen.write(
      try frozen.author.renew(signer: frozen.channels, now: TestDepot.now.adding(days: -20))
    )
    var restarted = try frozen.client(TrustedFiles(acceptedAt: later))
    try frozen.follow(&restarted, at: TestDepot.now.adding(days: -3_652))
    guard case .stale = restarted.state else {
      Issue.record("\(restarted.state)")
      return
    }
  }

  // MARK: Mix and match

  @Test(arguments: ["snapshot", "channels", "releases", "targets"])
  func `a file of another publication is refused`(role: String) throws {
    var depot = try TestDepot(releasing: 1)
    var other = depot
    try depot.admit(2)
    try depot.publish([2])
    try other.admit(3)
    try other.publish([3])
    other.files["metadata/1.targets.json"] = try Targets(
      version: 1,
      expires: TestDepot.now.adding(days: 9),
      releases: RoleKeys([depot.releases.key]),
      channels: RoleKeys([depot.channels.key])
    )
    .signed(by: [depot.root])
    let path = role == "targets" ? "metadata/1.targets.json" : "metadata/3.\(role).json"
    // Same version, right signature, other content.
    depot.files[path] = other.files[path]
    var client = try depot.client()
    let error = #expect(throws: TrustError.self) { try depot.follow(&client) }
    #expect(error?.file == path)
    switch error?.problem {
    case .wrongHash, .wrongLength: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test func `a timestamp with a known version and other content is not taken`() throws {
    var depot = try TestDepot(releasing: 1)
    var client = try depot.follower()
    let before = client.trusted
    try depot.replaceChannels(version: 3, timestamp: 2) { $0 = [:] }
    #expect(try depot.follow(&client) == ["metadata/2.root.json", "metadata/timestamp.json"])
    #expect(client.trusted == before && client.state == .fresh)
  }

  @Test(arguments: [("snapshot", 2), ("targets", 1), ("releases", 2), ("channels", 2)])
  func `a file with another version than its name is refused`(
    role: String,
    version: Int64
  ) throws {
    var depot = try TestDepot(releasing: 1)
    let snapshot = try depot.reading.snapshot
    let bytes = try #require(depot.files["metadata/\(version).\(role).json"])
    let renamed = FileVersion(version: 9, bytes: bytes)
    depot.files["metadata/9.\(role).json"] = bytes
    if role == "snapshot" {
      let timestamp = Timestamp(version: 3, expires: snapshot.expires, snapshot: renamed)
      depot.files[DepotPath.timestamp] = try timestamp.signed(by: [depot.channels])
    } else {
      try depot.replaceSnapshot(
        Snapshot(
          version: 3,
          expires: snapshot.expires,
          targets: role == "targets" ? renamed : snapshot.targets,
          releases: role == "releases" ? renamed : snapshot.releases,
          channels: role == "channels" ? renamed : snapshot.channels
        ),
        timestamp: 3
      )
    }
    var client = try depot.client()
    #expect(
      throws: TrustError(
        "metadata/9.\(role).json",
        .wrongVersion(found: version, expected: 9)
      )
    ) { try depot.follow(&client) }
  }
}
#endif
