#if Releases
import MessageStream
import Testing

@testable import ReleaseTrust

/// The workflow of a client: section 5 of the TUF specification.
struct ClientTests {
  private static let record1 =
    "targets/channels/\(Digest.sha256(TestDepot.record([1]).bytes)).stable.json"

  @Test func `the first round fetches each file once`() throws {
    let depot = try TestDepot(releasing: 1)
    var client = try depot.client()
    #expect(client.record == nil && client.bundles.isEmpty && client.state == .open)
    let paths = try depot.follow(&client)
    #expect(
      paths == [
        "metadata/2.root.json", "metadata/timestamp.json", "metadata/2.snapshot.json",
        "metadata/1.targets.json", "metadata/2.channels.json", Self.record1,
        "metadata/2.releases.json",
      ]
    )
    #expect(client.state == .fresh)
    #expect(client.record == TestDepot.record([1]))
    #expect(client.channelsVersion == 2)
    #expect(client.bundles == [TestDepot.bundle(1)])
    #expect(client.trusted.acceptedAt == TestDepot.now)
    let request = try client.bundleRequest("bundles/shop-1.tar")
    #expect(request.path == TestDepot.bundle(1).path && request.limit == 12)
    try client.verifyBundle(TestDepot.content(1), named: "bundles/shop-1.tar")
    #expect(throws: TrustError(request.path, .wrongHash)) {
      try client.verifyBundle(TestDepot.content(2), named: "bundles/shop-1.tar")
    }
    #expect(throws: TrustError(request.path, .wrongLength(found: 0, expected: 12))) {
      try client.verifyBundle([], named: "bundles/shop-1.tar")
    }
    #expect(throws: TrustError("channels/stable.json", .unknownBundle("bundles/a.tar"))) {
      try client.bundleRequest("bundles/a.tar")
    }
  }

  @Test func `an unchanged depot costs two requests, and a new release six`() throws {
    var depot = try TestDepot(releasing: 1)
    var client = try depot.follower()
    let before = client.trusted
    let later = TestDepot.now.adding(days: 1)
    #expect(
      try depot.follow(&client, at: later) == ["metadata/2.root.json", "metadata/timestamp.json"]
    )
    #expect(client.trusted == before)
    client.begin(now: later)
    try client.receive(nil)
    try client.receiveUnchanged()
    #expect(client.request == nil && client.state == .fresh && client.trusted == before)

    try depot.admit(2)
    #expect(try depot.follow(&client).count == 2, "an admitted bundle is invisible")
    try depot.publish([2, 1], at: later)
    #expect(try depot.follow(&client, at: later).count == 6)
    #expect(client.record?.offers.map(\.bundle) == ["bundles/shop-2.tar", "bundles/shop-1.tar"])
    #expect(client.trusted.acceptedAt == later)
  }

  @Test func `a stored client continues without its network`() throws {
    var depot = try TestDepot(releasing: 1)
    try depot.rotate(seed: 10)
    let stored = try depot.follower().trusted
    #expect(
      stored.files.keys.sorted() == [
        "2.root.json", "channels.json", "record.json", "releases.json", "snapshot.json",
        "targets.json", "timestamp.json",
      ]
    )
    var client = try depot.client(stored)
    #expect(client.record == TestDepot.record([1]) && client.trusted == stored)
    #expect(
      try depot.follow(&client) == ["metadata/3.root.json", "metadata/timestamp.json"]
    )
    // Another root does not verify the store.
    let other = try TrustClient(
      app: "shop",
      channel: "stable",
      root:
        DepotAuthor.create(
          app: "shop",
          root: PrivateKey.test(7),
          releases: PrivateKey.test(8),
          channels: PrivateKey.test(9),
          now: TestDepot.now
        )
        .first { $0.path == "metadata/1.root.json" }?
        .bytes ?? [],
      stored: stored
    )
    #expect(other.record == nil && other.trusted.files.isEmpty)
  }

  @Test(arguments: [
    "2.root.json", "channels.json", "record.json", "releases.json", "snapshot.json",
    "targets.json", "timestamp.json",
  ])
  func `a damaged store is repaired from the depot`(name: String) throws {
    var depot = try TestDepot(releasing: 1)
    try depot.rotate(seed: 10)
    let stored = try depot.follower().trusted
    for bytes in [nil, [UInt8]("{}".utf8), TestDepot.record([7]).bytes] {
      var damaged = stored
      damaged.files[name] = bytes
      var client = try depot.client(damaged)
      #expect(client.record == nil && client.bundles.isEmpty)
      try depot.follow(&client)
      #expect(client.trusted.files == stored.files && client.record != nil)
    }
  }

  @Test func `a depot without the channel has no record`() throws {
    let depot = try TestDepot(releasing: 1)
    var client = try depot.client(channel: "beta")
    try depot.follow(&client)
    #expect(client.state == .fresh && client.record == nil && client.bundles.count == 1)
    #expect(try depot.client(client.trusted, channel: "stable").record == nil)
    // A channel can be removed.
    var stable = try depot.follower()
    var later = depot
    try later.replaceChannels(version: 3) { $0 = [:] }
    try later.follow(&stable)
    #expect(stable.state == .fresh && stable.record == nil)
    #expect(stable.trusted.files["record.json"] == nil)
  }

  @Test func `a withdrawn bundle is not offered`() throws {
    var depot = try TestDepot(releasing: 1, 2)
    depot.write(
      try depot.author.withdraw("bundles/shop-1.tar", signer: depot.releases, now: TestDepot.now)
    )
    var beta = TestDepot.record([2])
    beta.channel = "beta"
    depot.write(try depot.author.publish(beta, signer: depot.channels, now: TestDepot.now))
    let client = try depot.follower()
    #expect(client.record?.offers.map(\.bundle) == ["bundles/shop-2.tar"])
  }

  @Test func `another app or channel is refused`() throws {
    var depot = try TestDepot(releasing: 1)
    #expect(throws: TrustError("root.json", .otherApp(found: "shop", expected: "bank"))) {
      try TrustClient(app: "bank", channel: "stable", root: depot.anchor)
    }
    // Records that were published for another channel or app.
    var foreign = TestDepot.record([1])
    foreign.app = "bank"
    let problems: [(ChannelRecord, TrustError.Problem)] = [
      (
        TestDepot.record([1], channel: "beta"),
        .otherChannel(found: "beta", expected: "stable")
      ),
      (foreign, .otherApp(found: "bank", expected: "shop")),
    ]
    for (record, problem) in problems {
      let file = TargetFile(length: record.bytes.count, sha256: Digest.sha256(record.bytes))
      let name = "channels/stable.json"
      let path = DepotPath.target(name, sha256: file.sha256)
      depot.files[path] = record.bytes
      try depot.replaceChannels(version: depot.reading.channels.version + 1) { $0[name] = file }
      var client = try depot.client()
      #expect(throws: TrustError(path, problem)) { try depot.follow(&client) }
    }
    depot.files["metadata/2.root.json"] = try Forged.file(
      Forged.signed(depot.anchor).with("version", set: .int(2)).with("app", set: .text("bank")),
      by: depot.root
    )
    var client = try depot.client()
    #expect(
      throws: TrustError("metadata/2.root.json", .otherApp(found: "bank", expected: "shop"))
    ) { try depot.follow(&client) }
  }

  // MARK: Missing and wrong files

  @Test(arguments: [
    "metadata/timestamp.json", "metadata/3.snapshot.json", "metadata/3.channels.json",
    "metadata/3.releases.json",
    DepotPath.target(
      "channels/stable.json",
      sha256: Digest.sha256(TestDepot.record([2]).bytes)
    ),
  ])
  func `a missing or cut file ends the round, and everything stays`(path: String) throws {
    var depot = try TestDepot(releasing: 1)
    var client = try depot.follower()
    let before = client.trusted
    try depot.admit(2)
    try depot.publish([2])
    let whole = depot.files[path]
    depot.files[path] = nil
    #expect(throws: TrustError(path, .missing)) { try depot.follow(&client) }
    depot.files[path] = whole.map { Array($0.dropLast()) }
    #expect(throws: TrustError.self) { try depot.follow(&client) }
    depot.files[path] = Array(repeating: 0x20, count: 1 << 20)
    #expect(throws: TrustError.self) { try depot.follow(&client) }
    #expect(client.trusted == before && client.state == .open && client.request == nil)
    #expect(client.record == TestDepot.record([1]))
    depot.files[path] = whole
    try depot.follow(&client)
    #expect(client.record == TestDepot.record([2]) && client.state == .fresh)
  }
}

extension TestDepot {
  /// Publishes any version of the role `channels` with its snapshot and timestamp.
  mutating func replaceChannels(
    version: Int64,
    snapshot: Int64? = nil,
    timestamp: Int64? = nil,
    _ change: (inout [String: TargetFile]) -> Void = { _ in }
  ) throws {
    let depot = try reading
    var targets = depot.channels.targets
    change(&targets)
    let role = DelegatedTargets(
      .channels,
      version: version,
      expires: depot.channels.expires,
      targets: targets
    )
    let bytes = try role.signed(by: [channels])
    files[DepotPath.metadata("channels", version)] = bytes
    try replaceSnapshot(
      Snapshot(
        version: snapshot ?? depot.snapshot.version + 1,
        expires: depot.snapshot.expires,
        targets: depot.snapshot.targets,
        releases: depot.snapshot.releases,
        channels: FileVersion(version: version, bytes: bytes)
      ),
      timestamp: timestamp ?? depot.timestamp.version + 1
    )
  }

  mutating func replaceSnapshot(_ snapshot: Snapshot, timestamp: Int64) throws {
    let bytes = try snapshot.signed(by: [channels])
    files[DepotPath.metadata("snapshot", snapshot.version)] = bytes
    files[DepotPath.timestamp] = try Timestamp(
      version: timestamp,
      expires: snapshot.expires,
      snapshot: FileVersion(version: snapshot.version, bytes: bytes)
    )
    .signed(by: [channels])
  }
}
#endif
