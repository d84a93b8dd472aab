#if Releases
import Moonroute
import Rehearsal
import ReleaseTrust
import RuleProof
import ScriptHost
import ScriptReleases
import Synchronization

/// Verifying a release, switching to it, and opening a list of links with it before it is admitted.
enum ReleaseSubject {
  static let subject = BenchmarkSubject(
    name: "release",
    cases: [
      ("release/verify 1 MiB", makeVerify), ("release/switch, 1000 routes", makeSwitch),
      ("release/shadow, 10,000 links", makeShadow),
    ]
  )

  /// All metadata and a bundle, as at the first look of a host.
  private static func makeVerify() throws -> BenchmarkCase {
    let block: [UInt8] = (0..<4096).map { UInt8(0x20 + $0 * 31 % 95) }
    let large = Array(repeating: block, count: 255).flatMap { $0 }
    let bundle = try ScriptBundle(
      app: "shop",
      version: 1,
      needs: .init(),
      files: ["main.lua": [], "texts.lua": large]
    )
    let depot = try DepotSample([bundle])
    try depot.publish(1)
    let bytes = bundle.bytes
    let key = PrivateKey()
    // As much as the signed part of a small role.
    let text = Array(bytes.prefix(600))
    let signature = try key.sign(text)
    return BenchmarkCase(
      name: "release/verify 1 MiB",
      unitCount: 1,
      peers: [
        .init(name: "SHA-256 of the bundle and 6 signatures") {
          (0..<6)
            .reduce(Digest.sha256(bytes).count) { sum, _ in
              sum + (key.key.verifies(signature, of: text) ? 1 : 0)
            }
        },
        .init(name: "all metadata and the bundle", goal: 1.75) {
          do {
            var client = try TrustClient(app: "shop", channel: "stable", root: depot.root)
            client.begin(now: DepotSample.now)
            while let request = client.request {
              try client.receive(depot.fetch(request.path, limit: request.limit))
            }
            try client.verifyBundle(bytes, named: "bundles/shop-1.tar")
            return 1
          } catch {
            // The run then reports a wrong answer.
            return 0
          }
        },
      ]
    )
  }

  /// From the news of a prepared release until all links use it.
  private static func makeSwitch() throws -> BenchmarkCase {
    let plain = try Hosts()
    let following = try FollowedDepot()
    return BenchmarkCase(
      name: "release/switch, 1000 routes",
      unitCount: 1,
      peers: [
        .init(name: "load the same scripts from memory") { plain.load() },
        .init(name: "look, verify and load a prepared release", goal: 1.5, after: following.prepare)
        { following.look() },
      ]
    )
  }

  /// `release --shadow` and two runs of `audit`, one for the old rules and one for the new ones.
  private static func makeShadow() throws -> BenchmarkCase {
    let scripts = AccessSubject.scripts
    let links = (0..<10_000).map { "/module\($0 % 50)/route\($0 % 20)/\($0)" }
    return BenchmarkCase(
      name: "release/shadow, 10,000 links",
      unitCount: links.count,
      peers: [
        .init(name: "audit opens them") {
          BlockingWait.value {
            guard let opener = try? await LinkOpener(scripts, as: nil) else { return 0 }
            let count = await opener.open(links).count
            await opener.end()
            return count
          }
        },
        .init(name: "release opens them with both rules", goal: 2.2) {
          BlockingWait.value {
            guard var run = try? await ShadowRun(from: scripts, to: scripts) else { return 0 }
            await run.open(links)
            await run.end()
            return run.sameCount
          }
        },
      ]
    )
  }
}

/// The versions 1 and 2 in turn.
private final class Turn: Sendable {
  private let version = Mutex(1)

  var current: Int { version.withLock { $0 } }

  func next() -> Int {
    version.withLock { version in
      version = 3 - version
      return version
    }
  }
}

/// A host that loads two versions in turn.
private final class Hosts: Sendable {
  private let host: ScriptHost
  private let sources = (1...2).map { ScriptSource.texts(ScriptSamples.application(version: $0)) }
  private let turn = Turn()

  init() throws {
    host = try ScriptHost(sources[0])
    guard load() == 1 else { throw BenchmarkError.wrongAnswer(path: "load") }
  }

  func load() -> Int {
    let source = sources[turn.next() - 1]
    return BlockingWait.value { [host] in
      (try? await host.load(from: source)) == nil ? 0 : 1
    }
  }
}

/// A host that follows a channel, which offers two versions in turn.
private final class FollowedDepot: Sendable {
  private let depot: DepotSample
  private let follower: ReleaseFollower
  private let turn = Turn()

  init() throws {
    depot = try DepotSample(
      (1...2)
        .map { version in
          try ScriptBundle(
            app: "shop",
            version: version,
            needs: .init(),
            files: ScriptSamples.application(version: version).mapValues { Array($0.utf8) }
          )
        }
    )
    follower = try ReleaseFollower(
      app: "shop",
      channel: "stable",
      root: depot.root,
      from: depot,
      as: "host",
      in: LoadingProgram(host: try ScriptHost(.texts(["main.lua": ""])))
    )
    try depot.publish(1)
    guard look() == 1 else { throw BenchmarkError.wrongAnswer(path: "look") }
    prepare()
  }

  /// Returns 1 if the host has the newest version after a look.
  func look() -> Int {
    BlockingWait.value { [follower, turn] in
      let status = await follower.look(now: DepotSample.now)
      return status.active?.version == turn.current ? 1 : 0
    }
  }

  /// Lets the host prepare the other version, and then offers only that one.
  func prepare() {
    let before = turn.current
    let next = turn.next()
    do {
      try depot.publish(before, next)
      let isPrepared = BlockingWait.value { [follower] in
        await follower.look(now: DepotSample.now).prepared == nil ? 0 : 1
      }
      guard isPrepared == 1 else { throw BenchmarkError.wrongAnswer(path: "prepare") }
      try depot.publish(next)
    } catch {
      // The next switch then reports a wrong answer.
      print(error)
    }
  }
}

private struct LoadingProgram: ReleaseProgram {
  let host: ScriptHost

  func lacks(_ needs: ScriptBundle.Needs) -> ScriptBundle.Needs { host.missing(needs) }

  func prove(_ bundle: ScriptBundle) async -> String? { nil }

  func use(_ rules: ReleaseFollower.Rules) async -> String? {
    guard case .release(let source) = rules else { return "no release" }
    do {
      try await host.load(from: source)
      return nil
    } catch {
      return "\(error)"
    }
  }

  func opens() async -> OpenCounts { OpenCounts() }
}
#endif
