#if Releases
import MessageStream
import Testing

@testable import ReleaseTrust

/// New root files and new keys.
struct ClientRotationTests {
  @Test func `a client goes from root 1 to root 3 in one round`() throws {
    var depot = try TestDepot(releasing: 1)
    var client = try depot.follower()
    try depot.rotate(seed: 10)
    try depot.rotate(seed: 20)
    let paths = try depot.follow(&client)
    #expect(
      paths.prefix(4) == [
        "metadata/2.root.json", "metadata/3.root.json", "metadata/4.root.json",
        "metadata/timestamp.json",
      ]
    )
    #expect(client.record == TestDepot.record([1]) && client.state == .fresh)
    #expect(try depot.client(client.trusted).trusted == client.trusted)
  }

  @Test func `a skipped root is not replaced by the next one`() throws {
    var depot = try TestDepot(releasing: 1)
    var client = try depot.follower()
    try depot.rotate(seed: 10)
    try depot.rotate(seed: 20)
    depot.files["metadata/2.root.json"] = nil
    // The files of the new keys are unknown to root 1.
    #expect(throws: TrustError.self) { try depot.follow(&client) }
    depot.files["metadata/2.root.json"] = depot.files["metadata/3.root.json"]
    #expect(
      throws: TrustError(
        "metadata/2.root.json",
        .tooFewSignatures(role: "root 1", valid: 0, threshold: 1)
      )
    ) { try depot.follow(&client) }
    #expect(client.record == TestDepot.record([1]))
  }

  @Test func `a root that one side has not signed is refused`() throws {
    var depot = try TestDepot(releasing: 1)
    let old = depot.root
    try depot.rotate(seed: 10)
    let path = "metadata/2.root.json"
    let signed = try Forged.signed(depot.files[path])
    let cases = [(old, "root"), (depot.root, "root 1")]
    for (key, role) in cases {
      depot.files[path] = try Forged.file(signed, by: key)
      var client = try depot.client()
      #expect(
        throws: TrustError(path, .tooFewSignatures(role: role, valid: 0, threshold: 1))
      ) { try depot.follow(&client) }
      #expect(client.trusted.files.isEmpty)
    }
    depot.files[path] = try Forged.file(
      signed.with("version", set: .int(3)),
      by: old,
      depot.root
    )
    var client = try depot.client()
    #expect(throws: TrustError(path, .wrongVersion(found: 3, expected: 2))) {
      try depot.follow(&client)
    }
  }

  @Test func `one round takes at most 32 roots`() throws {
    var depot = try TestDepot(releasing: 1)
    let signed = try Forged.signed(depot.anchor)
    for version in 2...34 {
      depot.files["metadata/\(version).root.json"] = try Forged.file(
        signed.with("version", set: .int(version)),
        by: depot.root
      )
    }
    var client = try depot.client()
    #expect(throws: TrustError("metadata/34.root.json", .tooManyRoots(32))) {
      try depot.follow(&client)
    }
    try depot.follow(&client)
    #expect(client.state == .fresh)
  }

  @Test(arguments: [DelegatedRole.releases, .channels])
  func `a file that only former keys signed is refused under its known version`(
    role: DelegatedRole
  ) throws {
    var depot = try TestDepot(releasing: 1)
    var client = try depot.follower()
    let other = try PrivateKey.test(30).key
    let targets = Targets(
      version: 2,
      expires: TestDepot.now.adding(days: 9),
      releases: RoleKeys([role == .releases ? other : depot.releases.key]),
      channels: RoleKeys([role == .channels ? other : depot.channels.key])
    )
    depot.files["metadata/2.targets.json"] = try targets.signed(by: [depot.root])
    // Without lengths and digests, as another author writes them.
    let two = JSON.fields(("version", .int(2)))
    let meta = JSON.fields(("targets.json", two), ("releases.json", two), ("channels.json", two))
    depot.files["metadata/3.snapshot.json"] = try Forged.file(
      Forged.signed(depot.files["metadata/2.snapshot.json"]).with("version", set: .int(3))
        .with("meta", set: meta),
      by: depot.channels
    )
    depot.files[DepotPath.timestamp] = try Forged.file(
      Forged.signed(depot.files[DepotPath.timestamp]).with("version", set: .int(3))
        .with("meta", "snapshot.json", set: .fields(("version", .int(3)))),
      by: depot.channels
    )
    #expect(
      throws: TrustError(
        "metadata/2.\(role.rawValue).json",
        .tooFewSignatures(role: role.rawValue, valid: 0, threshold: 1)
      )
    ) { try depot.follow(&client) }
  }

  @Test func `files of the former delegated keys are fetched again`() throws {
    var depot = try TestDepot(releasing: 1)
    var client = try depot.follower()
    let thief = depot.releases
    depot.releases = try .test(30)
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
    let path = "metadata/3.releases.json"
    #expect(try depot.follow(&client).contains(path))
    let signed = try Forged.signed(depot.files[path])
    let bytes = try Forged.file(signed.with("version", set: .int(4)), by: thief)
    depot.files["metadata/4.releases.json"] = bytes
    let snapshot = try depot.reading.snapshot
    try depot.replaceSnapshot(
      Snapshot(
        version: 9,
        expires: snapshot.expires,
        targets: snapshot.targets,
        releases: FileVersion(version: 4, bytes: bytes),
        channels: snapshot.channels
      ),
      timestamp: 9
    )
    #expect(throws: TrustError.self) { try depot.follow(&client) }
  }
}
#endif
