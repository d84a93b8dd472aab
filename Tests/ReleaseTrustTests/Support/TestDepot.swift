#if Releases
import MessageStream
import TestSupport
import Testing

@testable import ReleaseTrust

extension PrivateKey {
  /// A key that is the same in each run.
  static func test(_ seed: UInt8) throws -> PrivateKey {
    try #require(PrivateKey(seed: Array(repeating: seed, count: 32)))
  }
}

/// A depot in memory, with keys that are the same in each run.
struct TestDepot {
  static let now = TrustTime(1_780_000_000)

  /// The time at which the author signs.
  let time: TrustTime
  var root: PrivateKey
  var releases: PrivateKey
  var channels: PrivateKey
  var files: [String: [UInt8]] = [:]
  /// The first root file, which programs contain.
  private(set) var anchor: [UInt8] = []

  /// Makes a depot without bundles.
  init(now: TrustTime = now) throws {
    time = now
    root = try .test(1)
    releases = try .test(2)
    channels = try .test(3)
    write(
      try DepotAuthor.create(
        app: "shop",
        root: root,
        releases: releases,
        channels: channels,
        now: now
      )
    )
    anchor = try #require(files["metadata/1.root.json"])
  }

  /// Makes a depot whose channel `stable` offers versions of the app.
  init(releasing versions: Int...) throws {
    try self.init()
    for version in versions { try admit(version) }
    try publish(versions)
  }

  mutating func write(_ new: [DepotFile]) {
    for file in new { files[file.path] = file.bytes }
  }

  var author: DepotAuthor {
    get throws { try DepotAuthor(files) }
  }

  var reading: DepotReading {
    get throws(TrustError) {
      let files = files
      return try DepotReading(DepotReader(now: nil) { files[$0] }, anchor: anchor)
    }
  }

  static func content(_ version: Int) -> [UInt8] { Array("the bundle \(version)".utf8) }

  static func name(_ version: Int) -> String { "bundles/shop-\(version).tar" }

  static func bundle(_ version: Int) -> BundleTarget {
    BundleTarget(
      name: name(version),
      length: content(version).count,
      sha256: Digest.sha256(content(version)),
      custom: .fields(("app", .text("shop")), ("version", .int(version)))
    )
  }

  static func record(_ versions: [Int], channel: String = "stable") -> ChannelRecord {
    ChannelRecord(
      app: "shop",
      channel: channel,
      offers: versions.map { ChannelRecord.Offer(bundle: name($0), salt: "", share: 10_000) }
    )
  }

  mutating func admit(_ version: Int) throws {
    let bundle = Self.bundle(version)
    files[bundle.path] = Self.content(version)
    write(try author.admit(bundle, signer: releases, now: time))
  }

  mutating func publish(_ versions: [Int], at now: TrustTime? = nil) throws {
    write(try author.publish(Self.record(versions), signer: channels, now: now ?? time))
  }

  /// Replaces all keys.
  mutating func rotate(seed: UInt8) throws {
    let keys = try (0..<3).map { try PrivateKey.test(seed + $0) }
    write(
      try author.rotate(
        from: root,
        to: DepotAuthor.Signers(root: keys[0], releases: keys[1], channels: keys[2]),
        now: time
      )
    )
    (root, releases, channels) = (keys[0], keys[1], keys[2])
  }

  func client(
    _ stored: TrustedFiles = TrustedFiles(),
    channel: String = "stable"
  ) throws(TrustError) -> TrustClient {
    try TrustClient(app: "shop", channel: channel, root: anchor, stored: stored)
  }

  /// A client that has followed the depot once.
  func follower() throws(TrustError) -> TrustClient {
    var client = try client()
    try follow(&client)
    return client
  }

  /// Runs a round, and returns the requested paths.
  @discardableResult func follow(
    _ client: inout TrustClient,
    at now: TrustTime = now
  ) throws(TrustError) -> [String] {
    var paths: [String] = []
    client.begin(now: now)
    while let request = client.request {
      paths.append(request.path)
      let bytes = files[request.path]
      // A feed reads no more than the limit.
      try client.receive(bytes.map { Array($0.prefix(request.limit + 1)) })
    }
    return paths
  }
}

/// A metadata file with any content.
enum Forged {
  static func file(_ signed: JSON, by signers: [(id: String, key: PrivateKey)]) throws -> [UInt8] {
    let bytes = CanonicalJSON.bytes(signed)
    let signatures = try signers.map { id, key in
      JSON.fields(("keyid", .text(id)), ("sig", .text(Hex.text(try key.sign(bytes)))))
    }
    return CanonicalJSON.bytes(.fields(("signatures", .list(signatures)), ("signed", signed)))
  }

  static func file(_ signed: JSON, by keys: PrivateKey...) throws -> [UInt8] {
    try file(signed, by: keys.map { ($0.key.id, $0) })
  }

  /// The signed value of a file.
  static func signed(_ bytes: [UInt8]?) throws -> JSON {
    try JSONParser.parse(try #require(bytes))["signed"]
  }
}

extension JSON {
  /// The value with another value at a path of names; `nil` removes the field.
  func replacing(_ path: [String], with value: JSON?) -> JSON {
    guard let name = path.first, case .object(var fields) = self else { return value ?? .null }
    let index = fields.firstIndex { $0.name == name }
    let rest = Array(path.dropFirst())
    let inner = rest.isEmpty ? value : self[name].replacing(rest, with: value)
    if let index { fields.remove(at: index) }
    if let inner { fields.insert(Field(name, inner), at: index ?? fields.count) }
    return .object(fields)
  }

  func with(_ path: String..., set value: JSON?) -> JSON { replacing(path, with: value) }
}
#endif
