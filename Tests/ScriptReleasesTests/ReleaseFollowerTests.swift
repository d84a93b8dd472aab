#if Releases
import MessageStream
import ReleaseTrust
import ScriptHost
import ScriptReleases
import Testing

/// A host that follows a channel; what it proves and uses is recorded.
@Suite struct ReleaseFollowerTests {
  private static let whole = ChannelRecord.Offer.whole

  @Test func `a host uses the offered release, and each release once`() async throws {
    let (depot, host) = (try MemoryDepot.with(1, 2), TestProgram())
    let follower = try host.follower(of: depot)
    try depot.publish([(1, Self.whole)])
    await follower.look(now: MemoryDepot.start)
    await follower.look(now: MemoryDepot.start)
    try depot.publish([(2, Self.whole)])
    let status = await follower.look(now: MemoryDepot.start)
    #expect(host.uses == [1, 2])
    #expect(host.proofs == [1, 2])
    #expect(status.active?.version == 2)
    #expect(status.channelsVersion == 3)
    #expect(status.problem == nil)
  }

  @Test func `a release with share 0 is prepared and not used`() async throws {
    let (depot, host) = (try MemoryDepot.with(1, 2), TestProgram())
    let follower = try host.follower(of: depot)
    try depot.publish([(2, 0), (1, Self.whole)])
    let status = await follower.look(now: MemoryDepot.start)
    #expect(host.uses == [1])
    #expect(status.prepared?.version == 2)
    try depot.publish([(2, Self.whole)])
    await follower.look(now: MemoryDepot.start)
    #expect(host.uses == [1, 2])
    // The switch uses the proof from before.
    #expect(host.proofs == [1, 2])
  }

  @Test func `a refused release is skipped for the next offer, and only a retry lifts it`()
    async throws
  {
    let (depot, host) = (try MemoryDepot.with(1, 2), TestProgram())
    let follower = try host.follower(of: depot)
    host.with { $0.failing = [2] }
    try depot.publish([(2, Self.whole), (1, Self.whole)])
    let status = await follower.look(now: MemoryDepot.start)
    #expect(host.uses == [1])
    #expect(status.refused.map(\.reason) == ["a smoke spec failed"])
    #expect(status.refused.map(\.version) == [2])
    host.with { $0.failing = [] }
    await follower.look(now: MemoryDepot.start)
    #expect(host.proofs == [2, 1])
    let digest = try #require(status.refused.first?.digest)
    try depot.publish([(2, Self.whole), (1, Self.whole)], retry: [digest])
    await follower.look(now: MemoryDepot.start)
    #expect(host.uses == [1, 2])
  }

  @Test func `each publication with a retry lifts a refusal once`() async throws {
    let (depot, host) = (try MemoryDepot.with(1, 2), TestProgram())
    let follower = try host.follower(of: depot)
    host.with { $0.failing = [2] }
    try depot.publish(2, 1)
    let digest = try #require(await follower.look(now: MemoryDepot.start).refused.first?.digest)
    for proofs in [[2, 1, 2], [2, 1, 2, 2]] {
      try depot.publish(2, 1, retry: [digest])
      for _ in 0..<3 { await follower.look(now: MemoryDepot.start) }
      #expect(host.proofs == proofs)
    }
  }

  @Test func `a later publication without a retry does not lift a new refusal`() async throws {
    let (depot, host) = (try MemoryDepot.with(1, 2), TestProgram())
    let follower = try host.follower(of: depot)
    host.with { $0.failing = [2] }
    try depot.publish(2, 1)
    let digest = try #require(await follower.look(now: MemoryDepot.start).refused.first?.digest)
    let version = try depot.author().channelsVersion
    for _ in 0..<3 {
      // Each publication keeps the list of the one before.
      try depot.publish([(2, Self.whole), (1, Self.whole)], retry: [digest], since: version + 1)
      await follower.look(now: MemoryDepot.start)
    }
    #expect(host.proofs == [2, 1, 2])
  }

  @Test func `a bundle whose needs are not met is skipped for the next offer`() async throws {
    let (depot, host) = (try MemoryDepot.with(1), TestProgram())
    let needs = ScriptBundle.Needs(functions: ["price", "stock"], values: ["v"], views: ["Cart"])
    let target = try depot.admit(try MemoryDepot.bundle(2, needs: needs))
    // The bundle is not even fetched.
    depot[target.path] = nil
    host.with { $0.lacking = .init(functions: ["stock"], views: ["Cart"]) }
    try depot.publish(2, 1)
    let follower = try host.follower(of: depot)
    let status = await follower.look(now: MemoryDepot.start)
    #expect(status.problem == nil)
    #expect(host.uses == [1])
    #expect(
      status.refused.map(\.reason)
        == ["the program lacks the view 'Cart' and the function 'stock'"]
    )
  }

  @Test func `the needs of a bundle count even if the depot does not list them`() async throws {
    let (depot, host) = (try MemoryDepot.with(1), TestProgram())
    let bundle = try MemoryDepot.bundle(2, needs: .init(values: ["rate"]))
    try depot.admit(bundle, as: .fields(("version", .int(2))))
    host.with { $0.lacking.values = ["rate"] }
    try depot.publish(2, 1)
    let status = try await host.follower(of: depot).look(now: MemoryDepot.start)
    #expect(host.uses == [1])
    #expect(host.proofs == [1])
    #expect(status.refused.map(\.reason) == ["the program lacks the value 'rate'"])
  }

  @Test func `the reason for a refusal is cut at 2 KiB`() async throws {
    let (depot, host) = (try MemoryDepot(), TestProgram())
    let name = String(repeating: "ü", count: 3_000)
    try depot.admit(try MemoryDepot.bundle(1, needs: .init(views: [name])))
    host.with { $0.lacking.views = [name] }
    try depot.publish(1)
    let status = try await host.follower(of: depot).look(now: MemoryDepot.start)
    #expect(status.refused.map { $0.reason.utf8.count <= 2_050 } == [true])
  }

  @Test func `a release that does not load on all loops is refused`() async throws {
    let (depot, host) = (try MemoryDepot.with(1, 2), TestProgram())
    let follower = try host.follower(of: depot)
    host.with { $0.unusable = [2] }
    try depot.publish([(2, Self.whole), (1, Self.whole)])
    let status = await follower.look(now: MemoryDepot.start)
    #expect(host.uses == [1])
    #expect(status.refused.map(\.reason) == ["the scripts do not load"])
  }

  @Test func `a paused channel prepares but switches nothing`() async throws {
    let (depot, host) = (try MemoryDepot.with(1, 2), TestProgram())
    let follower = try host.follower(of: depot)
    try depot.publish([(1, Self.whole)])
    await follower.look(now: MemoryDepot.start)
    try depot.publish([(2, Self.whole)], state: .paused)
    let status = await follower.look(now: MemoryDepot.start)
    #expect(host.uses == [1])
    #expect(status.prepared?.version == 2)
    #expect(status.state == .paused)
  }

  @Test func `an embedded channel returns to the program's own rules, once`() async throws {
    let (depot, host) = (try MemoryDepot.with(1), TestProgram())
    let follower = try host.follower(of: depot)
    try depot.publish([(1, Self.whole)])
    await follower.look(now: MemoryDepot.start)
    try depot.publish([(1, Self.whole)], state: .embedded)
    await follower.look(now: MemoryDepot.start)
    await follower.look(now: MemoryDepot.start)
    #expect(host.uses == [1, 0])
  }

  @Test func `a withdrawn bundle is never used`() async throws {
    let (depot, host) = (try MemoryDepot.with(1, 2), TestProgram())
    let follower = try host.follower(of: depot)
    try depot.publish([(2, Self.whole), (1, Self.whole)])
    try depot.withdraw("bundles/shop-2.tar")
    try depot.publish([(1, Self.whole)])
    await follower.look(now: MemoryDepot.start)
    #expect(host.uses == [1])
  }

  @Test func `expired metadata changes nothing and stops nothing`() async throws {
    let (depot, host) = (try MemoryDepot.with(1, 2), TestProgram())
    let follower = try host.follower(of: depot)
    try depot.publish([(1, Self.whole)])
    await follower.look(now: MemoryDepot.start)
    try depot.publish([(2, Self.whole)])
    let status = await follower.look(now: MemoryDepot.start.adding(days: 31))
    #expect(status.isStale)
    #expect(status.active?.version == 1)
    #expect(host.uses == [1])
    try depot.publish([(2, Self.whole)], now: MemoryDepot.start.adding(days: 31))
    await follower.look(now: MemoryDepot.start.adding(days: 31))
    #expect(host.uses == [1, 2])
  }

  @Test(arguments: ["bundle", "timestamp", "missing"])
  func `a changed or missing file is refused and fetched again later`(what: String) async throws {
    let (depot, host) = (try MemoryDepot.with(1, 2), TestProgram())
    let follower = try host.follower(of: depot)
    try depot.publish([(1, Self.whole)])
    await follower.look(now: MemoryDepot.start)
    try depot.publish([(2, Self.whole)])
    let digest = Digest.sha256(try MemoryDepot.bundle(2).bytes)
    let path =
      what == "timestamp"
      ? DepotPath.timestamp : DepotPath.target("bundles/shop-2.tar", sha256: digest)
    let good = depot[path]
    depot[path] = what == "missing" ? nil : good.map { $0.dropLast() + [UInt8(ascii: "x")] }
    let status = await follower.look(now: MemoryDepot.start)
    #expect(status.problem != nil)
    #expect(status.refused.isEmpty)
    #expect(host.uses == [1])
    depot[path] = good
    await follower.look(now: MemoryDepot.start)
    #expect(host.uses == [1, 2])
  }

  @Test func `bytes that are signed but are not a bundle are refused`() async throws {
    let (depot, host) = (try MemoryDepot.with(1), TestProgram())
    let follower = try host.follower(of: depot)
    let bundle = try MemoryDepot.bundle(2, app: "other")
    let error = try? depot.admit(bundle)
    #expect(error == nil)
    let foreign = try ScriptBundle(
      app: "other",
      version: 3,
      needs: .init(),
      files: ["main.lua": []]
    )
    #expect(
      throws: BundleError("The bundle belongs to the application 'other', not to 'shop'.")
    ) { try foreign.expect(app: "shop", .null) }
    #expect(
      throws: BundleError(
        "'version' in the bundle differs from the depot's metadata. Release it again."
      )
    ) { try foreign.expect(app: "other", .fields(("version", .int(4)))) }
    await follower.look(now: MemoryDepot.start)
    #expect(host.uses.isEmpty)
  }

  @Test func `a share of 1 % is about 100 of 10,000 hosts, and a larger share keeps them`() {
    let offer = { ChannelRecord.Offer(bundle: "b", salt: "9f0c2e17aa01bb02", share: $0) }
    let hosts = (0..<10_000).map { "host-\($0)" }
    let takers = { share in hosts.filter { share > offer(share).draw(for: $0) } }
    let (small, large) = (Set(takers(100)), Set(takers(1_000)))
    #expect((80...120).contains(small.count))
    #expect(small.isSubset(of: large))
  }
}
#endif
