#if Releases
import MessageStream
import Testing

@testable import ReleaseTrust

struct DepotTests {
  // MARK: The author

  @Test func `the timestamp is always the last file`() throws {
    var depot = try TestDepot()
    #expect(
      try DepotAuthor
        .create(
          app: "shop",
          root: depot.root,
          releases: depot.releases,
          channels: depot.channels,
          now: TestDepot.now
        )
        .map(\.path) == [
          "metadata/1.targets.json", "metadata/1.releases.json", "metadata/1.channels.json",
          "metadata/1.snapshot.json", "metadata/1.root.json", "metadata/timestamp.json",
        ]
    )
    let now = TestDepot.now
    let admitted = try depot.author.admit(TestDepot.bundle(1), signer: depot.releases, now: now)
    #expect(admitted.map(\.path) == ["metadata/2.releases.json"])
    depot.write(admitted)
    let record = TestDepot.record([1])
    let published = try depot.author.publish(record, signer: depot.channels, now: now)
    #expect(
      published.map(\.path) == [
        DepotPath.target("channels/stable.json", sha256: Digest.sha256(record.bytes)),
        "metadata/2.channels.json", "metadata/2.snapshot.json", "metadata/timestamp.json",
      ]
    )
    depot.write(published)
    #expect(try depot.author.records == [record] && depot.author.record(of: "beta") == nil)
    #expect(try depot.author.channelsVersion == 2)
    let renewed = try depot.author.renew(signer: depot.channels, now: now)
    #expect(
      renewed.map(\.path) == [
        "metadata/3.channels.json", "metadata/3.snapshot.json", "metadata/timestamp.json",
      ]
    )
    let metadata = depot.files.filter { $0.key.hasPrefix("metadata/") }.values.map(\.count)
    #expect(metadata.reduce(0, +) < 10_000)
  }

  @Test func `renewing does not publish admitted bundles`() throws {
    var depot = try TestDepot(releasing: 1)
    try depot.admit(2)
    depot.write(
      try depot.author.renew(signer: depot.channels, now: TestDepot.now.adding(days: 29))
    )
    var client = try depot.client()
    try depot.follow(&client, at: TestDepot.now.adding(days: 58))
    #expect(client.bundles.map(\.name) == ["bundles/shop-1.tar"] && client.state == .fresh)
    #expect(try depot.author.bundles.map(\.version) == [1, 2])
  }

  @Test func `the newest 20 bundles and all offered ones stay admitted`() throws {
    var depot = try TestDepot(releasing: 1)
    for version in 2...25 { try depot.admit(version) }
    let versions = try depot.author.bundles.compactMap(\.version).sorted()
    #expect(versions == [1] + Array(7...25))
  }

  @Test func `an author makes no mistake that a client would refuse`() throws {
    let depot = try TestDepot(releasing: 1)
    let (author, now) = (try depot.author, TestDepot.now)
    let foreign = try PrivateKey.test(9)
    let name = "the key \(foreign.key.id.prefix(8))"
    #expect(throws: TrustError(name, .keyOfAnotherRole(role: "releases"))) {
      try author.admit(TestDepot.bundle(2), signer: foreign, now: now)
    }
    #expect(throws: TrustError(name, .keyOfAnotherRole(role: "channels"))) {
      try author.renew(signer: foreign, now: now)
    }
    #expect(throws: TrustError(name, .keyOfAnotherRole(role: "root"))) {
      let signers = DepotAuthor.Signers(root: foreign, releases: foreign, channels: foreign)
      return try author.rotate(from: foreign, to: signers, now: now)
    }
    #expect(throws: TrustError("channels/stable.json", .unknownBundle("bundles/shop-2.tar"))) {
      try author.publish(TestDepot.record([2]), signer: depot.channels, now: now)
    }
    var record = TestDepot.record([1])
    record.app = "bank"
    #expect(
      throws: TrustError("channels/stable.json", .otherApp(found: "bank", expected: "shop"))
    ) { try author.publish(record, signer: depot.channels, now: now) }
    #expect(throws: TrustError.self) {
      try author.publish(
        TestDepot.record([1], channel: "Stable"),
        signer: depot.channels,
        now: now
      )
    }
    let bundle = TestDepot.bundle(1)
    func changed(
      name: String = bundle.name,
      length: Int = 1,
      custom: JSON = .null
    ) -> BundleTarget {
      BundleTarget(name: name, length: length, sha256: Digest.sha256([]), custom: custom)
    }
    let refused = [
      changed(), changed(name: "shop.tar"), changed(name: "bundles/a", length: 25 << 20),
      changed(name: "bundles/a", custom: .fields(("app", .text("bank")))),
      changed(name: "bundles/a", custom: .text(String(repeating: "a", count: 65_536))),
    ]
    for bundle in refused {
      #expect(throws: TrustError.self) {
        try author.admit(bundle, signer: depot.releases, now: now)
      }
    }
    #expect(throws: TrustError("metadata/2.releases.json", .unlisted("bundles/a"))) {
      try author.withdraw("bundles/a", signer: depot.releases, now: now)
    }
  }

  @Test func `an interrupted publication does not block the next one`() throws {
    var depot = try TestDepot(releasing: 1)
    let files = try depot.author.publish(
      TestDepot.record([1]),
      signer: depot.channels,
      now: TestDepot.now
    )
    depot.write(files.dropLast())
    try depot.admit(2)
    try depot.publish([2])
    let client = try depot.follower()
    #expect(client.record == TestDepot.record([2]) && client.channelsVersion == 4)
  }

  @Test func `a stolen release key replaces no admitted bundle`() throws {
    var depot = try TestDepot(releasing: 1)
    let path = "metadata/3.releases.json"
    let file = TargetFile(length: 1, sha256: Digest.sha256([0]))
    depot.files[path] = try DelegatedTargets(
      .releases,
      version: 3,
      expires: TestDepot.now.adding(days: 9),
      targets: ["bundles/shop-1.tar": file]
    )
    .signed(by: [depot.releases])
    #expect(throws: TrustError(path, .changedBundle("bundles/shop-1.tar"))) { try depot.author }
    depot.files[path] = try DelegatedTargets(
      .releases,
      version: 4,
      expires: TestDepot.now.adding(days: 9),
      targets: [:]
    )
    .signed(by: [depot.releases])
    #expect(throws: TrustError(path, .wrongVersion(found: 4, expected: 3))) { try depot.author }
  }

  // MARK: The verifier

  private func findings(_ depot: TestDepot, at now: TrustTime = TestDepot.now) -> [String] {
    DepotVerifier.findings(root: depot.anchor, now: now) { depot.files[$0] }
      .map(\.description)
  }

  @Test func `a whole depot is verified in the order of a client`() throws {
    var depot = try TestDepot(releasing: 1, 2)
    try depot.rotate(seed: 10)
    var paused = TestDepot.record([1], channel: "beta")
    paused.state = .paused
    depot.write(try depot.author.publish(paused, signer: depot.channels, now: TestDepot.now))
    #expect(
      findings(depot) == [
        "✓ root 1", "✓ root 2", "✓ timestamp 4", "✓ snapshot 4", "✓ targets 2", "✓ releases 4",
        "✓ channels 4", "✓ bundles/shop-1.tar", "✓ bundles/shop-2.tar", "✓ beta → paused",
        "✓ stable → shop 1",
      ]
    )
    depot.write(
      try depot.author.withdraw(TestDepot.name(1), signer: depot.releases, now: TestDepot.now)
    )
    depot.write(
      try depot.author.publish(paused.without(), signer: depot.channels, now: TestDepot.now)
    )
    #expect(findings(depot).last == "✓ stable → shop 2")
  }

  @Test func `each damaged file is a finding`() throws {
    let depot = try TestDepot(releasing: 1)
    let good = findings(depot)
    for path in depot.files.keys.sorted()
    where ![
      "metadata/1.root.json", "metadata/1.releases.json", "metadata/1.channels.json",
      "metadata/1.snapshot.json",
    ]
    .contains(path) {
      var damaged = depot
      damaged.files[path]?.append(0x21)
      let lines = findings(damaged)
      let problem = try #require(lines.first { $0.hasPrefix("✗") }, "\(path)")
      #expect(problem.hasPrefix("✗ \(path) "))
      #expect(lines.count == (path.hasPrefix("targets/") ? good.count : lines.count))
      damaged.files[path] = nil
      #expect(findings(damaged).contains { $0.hasPrefix("✗ \(path) does not exist.") })
    }
    let expired = findings(depot, at: TestDepot.now.adding(days: 30))
    #expect(expired.count == 2)
    #expect(expired.last?.hasPrefix("✗ metadata/timestamp.json expired at 2026-") == true)
  }
}

extension ChannelRecord {
  func without() -> ChannelRecord {
    var record = self
    record.offers = []
    return record
  }
}
#endif
