#if Releases
import MessageStream
import ReleaseTrust

/// A file of the depot that the attacker changes.
enum TrustFile: String, CaseIterable {
  case root, next, timestamp, snapshot, targets, releases, channels, record, key

  var isSigned: Bool { self != .record && self != .key }
}

/// A depot with one bundle and one channel.
struct FuzzedDepot: Sendable {
  static let shared = Result { try FuzzedDepot() }

  private static let now = TrustTime(1_780_000_000)
  private static let name = "bundles/shop-1.tar"

  private let root: PrivateKey
  private let releases: PrivateKey
  private let channels: PrivateKey
  private let files: [String: [UInt8]]
  private let record: ChannelRecord
  private let anchor: [UInt8]

  private init() throws {
    func key(_ text: String) throws -> PrivateKey {
      try PrivateKey(
        pem: """
          -----BEGIN PRIVATE KEY-----
          MC4CAQAwBQYDK2VwBCIEI\(text)
          -----END PRIVATE KEY-----
          """,
        file: "key"
      )
    }
    root = try key("AEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB")
    releases = try key("AICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIC")
    channels = try key("AMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMD")
    record = ChannelRecord(
      app: "shop",
      channel: "stable",
      offers: [ChannelRecord.Offer(bundle: Self.name, salt: "9f0c2e17aa01bb02", share: 100)]
    )
    let bundle = BundleTarget(
      name: Self.name,
      length: 3,
      sha256: Digest.sha256([1, 2, 3]),
      custom: .fields(("app", .text("shop")), ("version", .int(1)))
    )
    var files = [bundle.path: [UInt8]([1, 2, 3])]
    func write(_ new: [DepotFile]) { for file in new { files[file.path] = file.bytes } }
    let now = Self.now
    write(
      try DepotAuthor.create(
        app: "shop",
        root: root,
        releases: releases,
        channels: channels,
        now: now
      )
    )
    write(try DepotAuthor(files).admit(bundle, signer: releases, now: now))
    write(try DepotAuthor(files).publish(record, signer: channels, now: now))
    let signers = DepotAuthor.Signers(root: root, releases: releases, channels: channels)
    write(try DepotAuthor(files).rotate(from: root, to: signers, now: now))
    self.files = files
    anchor = files["metadata/1.root.json"] ?? []
  }

  private func path(_ file: TrustFile) -> String? {
    switch file {
    case .root: "metadata/1.root.json"
    case .next: "metadata/2.root.json"
    case .timestamp: DepotPath.timestamp
    case .snapshot, .releases, .channels: "metadata/3.\(file.rawValue).json"
    case .targets: "metadata/2.targets.json"
    case .record:
      DepotPath.target("channels/stable.json", sha256: Digest.sha256(record.bytes))
    case .key: nil
    }
  }

  private func signer(_ file: TrustFile) -> PrivateKey {
    switch file {
    case .root, .next, .targets, .record, .key: root
    case .releases: releases
    case .timestamp, .snapshot, .channels: channels
    }
  }

  func content(_ file: TrustFile) throws -> [UInt8] {
    path(file).flatMap { files[$0] } ?? Array(root.pem.utf8)
  }

  /// A file with a value; the right key signs it.
  func write(_ value: JSON, _ file: TrustFile) throws -> [UInt8] {
    if file == .key { return Array((value.text ?? "").utf8) }
    guard file.isSigned else { return CanonicalJSON.bytes(value) }
    let signer = signer(file)
    let signature = Hex.text(try signer.sign(CanonicalJSON.bytes(value)))
    let entry = JSON.fields(("keyid", .text(signer.key.id)), ("sig", .text(signature)))
    return CanonicalJSON.bytes(.fields(("signatures", .list([entry])), ("signed", value)))
  }

  /// The value that a reader accepts, as JSON.
  func read(_ file: TrustFile, _ bytes: [UInt8]) throws -> JSON {
    let keys = RoleKeys([signer(file).key])
    let name = file.rawValue
    switch file {
    case .root: return try Root(trusting: bytes).json
    case .next: return try Root(trusting: anchor).next(bytes, file: name).json
    case .timestamp: return try Timestamp(bytes, keys: keys).json
    case .snapshot: return try Snapshot(bytes, file: name, keys: keys).json
    case .targets: return try Targets(bytes, file: name, keys: keys).json
    case .releases: return try DelegatedTargets(.releases, bytes, file: name, keys: keys).json
    case .channels: return try DelegatedTargets(.channels, bytes, file: name, keys: keys).json
    case .record: return try ChannelRecord(bytes, file: name).json
    case .key:
      let text = String(decoding: bytes, as: UTF8.self)
      return .text(try PrivateKey(pem: text, file: name).pem)
    }
  }

  /// Lets the verifier and the author read the depot with a changed file.
  func check(_ file: TrustFile, _ bytes: [UInt8]) {
    guard let path = path(file) else { return }
    let files = files.merging([path: bytes]) { $1 }
    _ = DepotVerifier.findings(root: anchor, now: Self.now) { files[$0] }
    _ = try? DepotAuthor(files)
  }

  /// Follows the depot with a changed file; it is a problem to accept another record.
  func problem(following file: TrustFile, _ bytes: [UInt8]) -> String? {
    guard let path = path(file),
      var client = try? TrustClient(
        app: "shop",
        channel: "stable",
        root: file == .root ? bytes : anchor
      )
    else { return nil }
    client.begin(now: Self.now)
    while let request = client.request {
      try? client.receive(request.path == path ? bytes : files[request.path])
    }
    guard client.state == .fresh else { return nil }
    return client.record == record ? nil : "accepted: another record"
  }
}
#endif
