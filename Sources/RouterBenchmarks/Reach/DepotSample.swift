#if Releases
import ReleaseTrust
import ScriptHost
import ScriptReleases
import Synchronization

/// A depot in memory with one channel.
final class DepotSample: ReleaseFeed {
  static let now = TrustTime(1_800_000_000)

  private let files: Mutex<[String: [UInt8]]>
  private let signer: PrivateKey
  let root: [UInt8]

  init(_ bundles: [ScriptBundle]) throws {
    let signer = PrivateKey()
    let made = try DepotAuthor.create(
      app: "shop",
      root: PrivateKey(),
      releases: signer,
      channels: signer,
      now: Self.now
    )
    let byPath = Dictionary(made.map { ($0.path, $0.bytes) }) { first, _ in first }
    self.signer = signer
    root = byPath["metadata/1.root.json"] ?? []
    files = Mutex(byPath)
    for bundle in bundles {
      let bytes = bundle.bytes
      let target = BundleTarget(
        name: "bundles/\(bundle.fileName)",
        length: bytes.count,
        sha256: Digest.sha256(bytes),
        custom: bundle.summary
      )
      files.withLock { $0[target.path] = bytes }
      try change { try $0.admit(target, signer: signer, now: Self.now) }
    }
  }

  /// Offers versions to all hosts; the first one is used, and the next one is prepared.
  func publish(_ versions: Int...) throws {
    let record = ChannelRecord(
      app: "shop",
      channel: "stable",
      offers: versions.map {
        .init(bundle: "bundles/shop-\($0).tar", salt: "", share: ChannelRecord.Offer.whole)
      },
      state: .live
    )
    try change { try $0.publish(record, signer: signer, now: Self.now) }
  }

  func fetch(_ path: String, limit: Int) -> [UInt8]? { files.withLock { $0[path] } }

  private func change(_ change: (DepotAuthor) throws -> [DepotFile]) throws {
    let author = try DepotAuthor(files.withLock { $0 })
    for file in try change(author) { files.withLock { $0[file.path] = file.bytes } }
  }
}
#endif
