#if NATS
import NATSFleet
import TestSupport
import Testing

/// Three servers, one of which is cut off or dies.
///
/// `.ci/test-fleet` runs these tests with the server of the system and with a newer one.
@Suite(.serialized, .timeLimit(.minutes(15))) struct FleetClusterTests {
  private static func others(than server: Int) -> [Int] {
    ClusterScene.all.filter { $0 != server }
  }

  @Test func `values on one server are for its side only, and nothing is lost afterwards`()
    async throws
  {
    let network = try await FleetNetwork.start()
    let scene = try await ClusterScene(network)
    try await scene.untilWorking(ClusterScene.all)
    await scene.untilUsing(try await scene.publish(), ClusterScene.all)
    for verbs in [("cut", "join"), ("kill", "start")] {
      let keeper = try await network.leader(of: "KV_mr_values")
      let value = try await scene.untilEqual()
      try await network.tell("\(verbs.0) \(keeper)")
      for (host, answer) in try await scene.work(on: Self.others(than: keeper)) {
        #expect(["offline", "unknown"].contains(answer.change), "\(verbs) \(host): \(answer)")
      }
      for host in Self.others(than: keeper) {
        #expect(try await scene.copy(on: host) == value)
      }
      try await network.tell("\(verbs.1) \(keeper)")
      try await scene.untilWorking(ClusterScene.all)
      await scene.untilUsing(try await scene.publish(), ClusterScene.all)
    }
    try await scene.checkEnd()
  }

  @Test func `replicated values and events live on while one server is cut off or dies`()
    async throws
  {
    let version = try NATSServer.version
    guard NATSBucket.isSafe(version) else {
      try Test.cancel("servers before 2.9.21 lose replicated values, and this is \(version)")
    }
    let network = try await FleetNetwork.start()
    let scene = try await ClusterScene(network)
    try await scene.untilWorking(ClusterScene.all)
    await scene.untilUsing(try await scene.publish(), ClusterScene.all)
    let streams = ["KV_mr_values", "MR_EVENTS", "KV_mr_channels"]
    for stream in streams { try await network.tell("spread \(stream)") }
    for stream in streams {
      let leader = try await network.leader(of: stream)
      try await Self.cut(leader, in: scene)
      try await Self.kill(try await network.leader(of: stream), in: scene)
    }
    // The hosts lose all servers, and the servers keep each other.
    try await network.tell("cut hosts")
    let answer = try await scene.work(on: ClusterScene.far)
    #expect(answer.isHonest, "\(answer)")
    try await network.tell("join hosts")
    try await scene.checkEnd()
  }

  /// Cuts a server off: the others go on, and its host says that it cannot.
  private static func cut(_ server: Int, in scene: ClusterScene) async throws {
    let value = try await scene.untilEqual()
    try await scene.network.tell("cut \(server)")
    async let apart = scene.work(on: server)
    try await scene.untilWorking(others(than: server))
    let version = try await scene.publish()
    await scene.untilUsing(version, others(than: server))
    let answer = try await apart
    #expect(answer.isHonest, "\(answer)")
    #expect(try await scene.copy(on: server) == value)
    try await scene.untilBlind(server)
    try await scene.network.tell("join \(server)")
    await scene.untilUsing(version, [server])
    try await scene.untilWorking(ClusterScene.all)
  }

  /// Kills a server while all hosts work and the author publishes.
  private static func kill(_ server: Int, in scene: ClusterScene) async throws {
    async let working = scene.work(on: ClusterScene.all, 20)
    async let version = scene.publish()
    try await scene.network.tell("kill \(server)")
    _ = try await working
    await scene.untilUsing(try await version, others(than: server))
    try await scene.untilWorking(others(than: server))
    try await scene.network.tell("start \(server)")
    try await scene.untilWorking(ClusterScene.all)
  }
}
#endif
