#if Releases
import MessageStream
import ReleaseTrust
import ScriptHost
import ScriptReleases
import Synchronization

/// A depot in memory with keys of its own, and its feed.
final class MemoryDepot: ReleaseFeed {
  static let start = TrustTime(1_800_000_000)

  private let files: Mutex<[String: [UInt8]]>
  private let release = PrivateKey()
  private let channel = PrivateKey()
  private let now: TrustTime
  let root: [UInt8]

  init(app: String = "shop", now: TrustTime = start) throws {
    self.now = now
    let made = try DepotAuthor.create(
      app: app,
      root: PrivateKey(),
      releases: release,
      channels: channel,
      now: now
    )
    let byPath = Dictionary(made.map { ($0.path, $0.bytes) }) { first, _ in first }
    root = byPath["metadata/1.root.json"] ?? []
    files = Mutex(byPath)
  }

  func fetch(_ path: String, limit: Int) -> [UInt8]? { files.withLock { $0[path] } }

  subscript(path: String) -> [UInt8]? {
    get { files.withLock { $0[path] } }
    set { files.withLock { $0[path] = newValue } }
  }

  func author() throws -> DepotAuthor { try DepotAuthor(files.withLock { $0 }) }

  private func change(_ change: (DepotAuthor) throws -> [DepotFile]) throws {
    for file in try change(author()) { self[file.path] = file.bytes }
  }

  /// Admits a bundle and returns its target.
  @discardableResult
  func admit(_ bundle: ScriptBundle, as custom: JSON? = nil) throws -> BundleTarget {
    let bytes = bundle.bytes
    let target = BundleTarget(
      name: "bundles/\(bundle.fileName)",
      length: bytes.count,
      sha256: Digest.sha256(bytes),
      custom: custom ?? bundle.summary
    )
    try change { try $0.admit(target, signer: release, now: now) }
    self[target.path] = bytes
    return target
  }

  func withdraw(_ name: String) throws {
    try change { try $0.withdraw(name, signer: release, now: now) }
  }

  func publish(
    _ offers: [(version: Int, share: Int)],
    retry: [String] = [],
    since version: Int64? = nil,
    state: ChannelRecord.State = .live,
    now: TrustTime? = nil
  ) throws {
    let next = try version ?? author().channelsVersion + 1
    let record = ChannelRecord(
      app: "shop",
      channel: "stable",
      offers: offers.map { offer in
        let salt = offer.share == ChannelRecord.Offer.whole ? "" : "0123456789abcdef"
        return .init(bundle: "bundles/shop-\(offer.version).tar", salt: salt, share: offer.share)
      },
      retry: retry.map { .init(sha256: $0, channelsVersion: next) },
      state: state
    )
    try change { try $0.publish(record, signer: channel, now: now ?? self.now) }
  }

  static func bundle(
    _ version: Int,
    app: String = "shop",
    needs: ScriptBundle.Needs = .init(),
    main: String = ""
  ) throws -> ScriptBundle {
    try ScriptBundle(
      app: app,
      version: version,
      needs: needs,
      files: ["main.lua": Array(main.utf8)]
    )
  }
}
#endif
