#if Command && Releases
import ReleaseTrust
import ScriptHost
import ScriptReleases
import Synchronization
import TextTools

/// The depot of `watch --push`, in memory and signed by a key of this run.
final class PushedDepot: Sendable {
  private struct State {
    var files: [String: [UInt8]]
    /// The files of the last publication, for a reader that has begun.
    var latest: Set<String> = []
    var version = 0
  }

  /// The bytes of `1.root.json`.
  let root: [UInt8]

  private let app: String
  private let key = PrivateKey()
  /// The files that every publication needs.
  private let first: Set<String>
  private let state: Mutex<State>

  init(app: String) throws(TrustError) {
    self.app = app
    let files = try DepotAuthor.create(
      app: app,
      root: key,
      releases: key,
      channels: key,
      now: .now
    )
    let all = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
    root = all[LaptopLink.rootPath] ?? []
    first = Set(all.keys)
    state = Mutex(State(files: all))
  }

  /// The version of the next bundle.
  var nextVersion: Int { state.withLock { $0.version + 1 } }

  func file(_ path: String) -> [UInt8]? { state.withLock { $0.files[path] } }

  /// Offers a bundle to every program.
  func publish(_ bundle: ScriptBundle) throws(TrustError) {
    let bytes = bundle.bytes
    let target = BundleTarget(
      name: "bundles/\(bundle.fileName)",
      length: bytes.count,
      sha256: Digest.sha256(bytes),
      custom: bundle.summary
    )
    let record = ChannelRecord(
      app: app,
      channel: LaptopLink.channel,
      offers: [ChannelRecord.Offer(bundle: target.name, salt: "", share: ChannelRecord.Offer.whole)]
    )
    var files = state.withLock { $0.files }
    var new = [target.path: bytes]
    func add(_ added: [DepotFile]) {
      for file in added {
        files[file.path] = file.bytes
        new[file.path] = file.bytes
      }
    }
    add(try DepotAuthor(files).admit(target, signer: key, now: .now))
    add(try DepotAuthor(files).publish(record, signer: key, now: .now))
    state.withLock { [first, new] state in
      let kept = first.union(state.latest)
      state.files = state.files.filter { kept.contains($0.key) }.merging(new) { $1 }
      (state.latest, state.version) = (Set(new.keys), bundle.version)
    }
  }
}
#endif
