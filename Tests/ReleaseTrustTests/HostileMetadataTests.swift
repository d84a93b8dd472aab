#if Releases
import MessageStream
import TestSupport
import Testing

@testable import ReleaseTrust

/// Files that a depot must not contain.
struct HostileMetadataTests {
  private static let key = Result { try PrivateKey.test(1) }
  private static let other = Result { try PrivateKey.test(2) }

  // MARK: Changed bytes

  /// A file of a depot, and the code that reads it.
  enum Kind: String, CaseIterable {
    case root, next, timestamp, snapshot, targets, releases, channels, record, bundle

    func read(_ bytes: [UInt8], in depot: TestDepot) throws {
      let root = try Root(trusting: depot.anchor)
      let file = rawValue
      switch self {
      case .root: _ = try Root(trusting: bytes)
      case .next: _ = try root.next(bytes, file: file)
      case .timestamp: _ = try Timestamp(bytes, keys: root.timestamp)
      case .snapshot: _ = try Snapshot(bytes, file: file, keys: root.snapshot)
      case .targets: _ = try Targets(bytes, file: file, keys: root.targets)
      case .releases:
        let keys = RoleKeys([depot.releases.key])
        _ = try DelegatedTargets(.releases, bytes, file: file, keys: keys)
      case .channels:
        let keys = RoleKeys([depot.channels.key])
        _ = try DelegatedTargets(.channels, bytes, file: file, keys: keys)
      case .record, .bundle: try target(in: depot).check(bytes, file: file)
      }
    }

    func target(in depot: TestDepot) throws -> TargetFile {
      let author = try depot.author
      if self == .bundle { return TestDepot.bundle(1).file }
      let record = try #require(author.record(of: "stable"))
      return TargetFile(length: record.bytes.count, sha256: Digest.sha256(record.bytes))
    }

    func bytes(in depot: TestDepot) throws -> [UInt8] {
      switch self {
      case .root: depot.anchor
      case .next:
        // Signed by one key, so that no signature is superfluous.
        try Forged.file(
          Forged.signed(depot.anchor).with("version", set: .int(2)),
          by: depot.root
        )
      case .timestamp: try #require(depot.files["metadata/timestamp.json"])
      case .snapshot: try #require(depot.files["metadata/2.snapshot.json"])
      case .targets: try #require(depot.files["metadata/1.targets.json"])
      case .releases: try #require(depot.files["metadata/2.releases.json"])
      case .channels: try #require(depot.files["metadata/2.channels.json"])
      case .record: TestDepot.record([1]).bytes
      case .bundle: TestDepot.content(1)
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `no changed bit and no truncated length is accepted`(kind: Kind) throws {
    let depot = try TestDepot(releasing: 1)
    let bytes = try kind.bytes(in: depot)
    try kind.read(bytes, in: depot)
    // Signatures are slow in debug builds: a random part of the bytes, with one bit each.
    let stride = TestScale.isSoak ? 1 : max(1, bytes.count / 40)
    let first = Int(TestScale.seed % UInt64(stride))
    for index in Swift.stride(from: first, to: bytes.count, by: stride) {
      for bit in TestScale.isSoak ? 0..<8 : index % 8..<index % 8 + 1 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        #expect(throws: TrustError.self, "bit \(bit) of byte \(index)") {
          try kind.read(changed, in: depot)
        }
      }
      #expect(throws: TrustError.self, "\(index) bytes") {
        try kind.read(Array(bytes.prefix(index)), in: depot)
      }
    }
    #expect(throws: TrustError.self) { try kind.read(bytes + [0x20, 0x30], in: depot) }
  }

  // MARK: Signatures and keys

  private func timestamp() throws -> (JSON, PrivateKey, PrivateKey) {
    let depot = try TestDepot()
    let signed = try Forged.signed(depot.files["metadata/timestamp.json"])
    return (signed, try Self.key.get(), try Self.other.get())
  }

  @Test func `a key counts once for a threshold of two`() throws {
    let (signed, key, other) = try timestamp()
    let keys = RoleKeys([key.key, other.key], threshold: 2)
    _ = try Timestamp(Forged.file(signed, by: key, other), keys: keys)
    let file = DepotPath.timestamp
    #expect(
      throws: TrustError(file, .tooFewSignatures(role: "timestamp", valid: 1, threshold: 2))
    ) { try Timestamp(Forged.file(signed, by: key), keys: keys) }
    #expect(throws: TrustError(file, .repeatedSignature(key: key.key.id))) {
      try Timestamp(Forged.file(signed, by: key, key), keys: keys)
    }
    // An id that the role does not list.
    #expect(
      throws: TrustError(file, .tooFewSignatures(role: "timestamp", valid: 1, threshold: 2))
    ) {
      try Timestamp(Forged.file(signed, by: [(key.key.id, key), ("other", key)]), keys: keys)
    }
    #expect(throws: TrustError(file, .badSignature(key: other.key.id))) {
      try Timestamp(Forged.file(signed, by: [(key.key.id, key), (other.key.id, key)]), keys: keys)
    }
  }

  @Test func `a root that lists one key twice is refused`() throws {
    let depot = try TestDepot()
    let signed = try Forged.signed(depot.anchor)
    let id = depot.root.key.id
    let twin = signed.with("keys", "twin", set: depot.root.key.json)
      .with("roles", "root", "keyids", set: .list([.text(id), .text("twin")]))
      .with("roles", "root", "threshold", set: .int(2))
    let file = try Forged.file(twin, by: [(id, depot.root), ("twin", depot.root)])
    #expect(throws: TrustError("root.json", .repeatedKey(id, "twin"))) {
      try Root(trusting: file)
    }
    let repeated = signed.with("roles", "root", "keyids", set: .list([.text(id), .text(id)]))
    #expect(throws: TrustError("root.json", .repeatedKey(id, id))) {
      try Root(trusting: Forged.file(repeated, by: depot.root))
    }
    // The id of a key may be any unique text.
    let renamed = signed.with("keys", id, set: nil).with("keys", "mine", set: depot.root.key.json)
      .with("roles", "root", "keyids", set: .list([.text("mine")]))
      .with("roles", "targets", "keyids", set: .list([.text("mine")]))
    let root = try Root(trusting: Forged.file(renamed, by: [("mine", depot.root)]))
    #expect(root.root.keys == ["mine": depot.root.key])
  }

  @Test func `a file has at most 32 keys and 32 signatures`() throws {
    let (signed, key, _) = try timestamp()
    let keys = RoleKeys([key.key])
    func signatures(_ count: Int) -> [(String, PrivateKey)] {
      [(key.key.id, key)] + (1..<count).map { ("other-\($0)", key) }
    }
    _ = try Timestamp(Forged.file(signed, by: signatures(32)), keys: keys)
    #expect(
      throws: TrustError(
        DepotPath.timestamp,
        .field("signatures", expected: "at most 32 signatures")
      )
    ) { try Timestamp(Forged.file(signed, by: signatures(33)), keys: keys) }

    let depot = try TestDepot()
    var root = try Forged.signed(depot.anchor)
    for seed in 0..<31 {
      let more = try PrivateKey.test(UInt8(100 + seed)).key
      let file = try Forged.file(root, by: depot.root)
      _ = try Root(trusting: file)
      root = root.with("keys", more.id, set: more.json)
    }
    #expect(
      throws: TrustError("root.json", .field("signed.keys", expected: "at most 32 keys"))
    ) { try Root(trusting: Forged.file(root, by: depot.root)) }
  }

  @Test(arguments: [
    ("root", "timestamp"), ("channels", "root"), ("releases", "snapshot"),
    ("releases", "timestamp"),
    ("channels", "targets"), ("releases", "channels"), ("channels", "releases"),
    ("root", "releases"), ("root", "channels"),
  ])
  func `a key signs only for its role`(signer: String, role: String) throws {
    let depot = try TestDepot(releasing: 1)
    let key = ["root": depot.root, "releases": depot.releases, "channels": depot.channels][signer]
    let kind = try #require(Kind(rawValue: role))
    let signed = try Forged.signed(kind.bytes(in: depot))
    let file = try Forged.file(signed, by: #require(key))
    let error = #expect(throws: TrustError.self) { try kind.read(file, in: depot) }
    guard case .tooFewSignatures(role, valid: 0, threshold: 1) = error?.problem else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  // MARK: Contents

  /// A change of a signed value that must be refused although the right key signs it.
  struct Change: Sendable, CustomTestStringConvertible {
    let kind: Kind
    let path: [String]
    let value: JSON?

    init(_ kind: Kind, _ path: String..., value: JSON?) {
      (self.kind, self.path, self.value) = (kind, path, value)
    }

    var testDescription: String {
      "\(kind) \(path.joined(separator: ".")) = \(value?.line ?? "nothing")"
    }
  }

  static let sha = JSON.fields(("sha256", .text(Digest.sha256([]))))

  @Test(arguments: [
    Change(.root, "_type", value: .text("targets")), Change(.root, "_type", value: nil),
    Change(.root, "spec_version", value: .text("2.0.0")),
    Change(.root, "version", value: .int(0)), Change(.root, "version", value: .text("1")),
    Change(.root, "version", value: .int(-1)), Change(.root, "expires", value: .int(1)),
    Change(.root, "expires", value: .text("2030-01-31")),
    Change(.root, "consistent_snapshot", value: .bool(false)),
    Change(.root, "consistent_snapshot", value: nil), Change(.root, "keys", value: .list([])),
    Change(.root, "roles", "snapshot", value: nil),
    Change(.root, "roles", "root", "threshold", value: .int(0)),
    Change(.root, "roles", "root", "threshold", value: .int(2)),
    Change(.root, "roles", "root", "keyids", value: .list([])),
    Change(.root, "roles", "timestamp", "keyids", value: .list([.text("unknown")])),
    Change(.root, "keys", "a key", value: .fields()),
    Change(.root, "keys", "rsa", value: .fields(("keytype", .text("rsa")))),
    Change(.timestamp, "meta", value: .fields()),
    Change(.timestamp, "meta", "snapshot.json", "version", value: .int(0)),
    Change(.timestamp, "meta", "snapshot.json", "hashes", value: .fields()),
    Change(.timestamp, "meta", "snapshot.json", "length", value: .text("1")),
    Change(.snapshot, "meta", "releases.json", value: nil),
    Change(.snapshot, "meta", "channels.json", value: .null),
    Change(.targets, "targets", "bundles/a.tar", value: .fields()),
    Change(.targets, "delegations", value: nil),
    Change(.targets, "delegations", "roles", value: .list([])),
    Change(.releases, "targets", "channels/stable.json", value: .fields()),
    Change(.releases, "targets", "bundles/a/b.tar", value: .fields()),
    Change(.releases, "targets", "bundles/.tar", value: .fields()),
    Change(.releases, "targets", "bundles/", value: .fields()),
    Change(.releases, "targets", "bundles/../a.tar", value: .fields()),
    Change(.releases, "targets", "bundles/é.tar", value: .fields()),
    Change(.releases, "targets", "bundles/a.tar", value: .fields(("length", .int(1)))),
    Change(
      .releases,
      "targets",
      "bundles/a.tar",
      value: .fields(("length", .int(TrustLimit.bundleBytes + 1)), ("hashes", sha))
    ),
    Change(
      .releases,
      "targets",
      "bundles/a.tar",
      value: .fields(("length", .int(-1)), ("hashes", sha))
    ),
    Change(
      .channels,
      "targets",
      "channels/a.json",
      value: .fields(("length", .int(TrustLimit.recordBytes + 1)), ("hashes", sha))
    ),
    Change(.releases, "delegations", value: .fields()),
    Change(.channels, "targets", "bundles/shop-1.tar", value: .fields()),
  ])
  func `a signed file with a wrong value is refused`(change: Change) throws {
    let depot = try TestDepot(releasing: 1)
    let signed = try Forged.signed(change.kind.bytes(in: depot))
    let key =
      switch change.kind {
      case .root, .targets: depot.root
      case .releases: depot.releases
      default: depot.channels
      }
    try change.kind.read(Forged.file(signed, by: key), in: depot)
    let forged = signed.replacing(change.path, with: change.value)
    let file = try Forged.file(forged, by: key)
    #expect(throws: TrustError.self) { try change.kind.read(file, in: depot) }
  }

  @Test(arguments: [
    (["paths": JSON.list([.text("*")])]), ["paths": .list([.text("bundles/*"), .text("a/*")])],
    ["terminating": .bool(false)], ["name": .text("channels")], ["name": .text("other")],
    ["path_hash_prefixes": .list([]), "paths": .null],
  ])
  func `targets delegates exactly to its two roles`(fields: [String: JSON]) throws {
    let depot = try TestDepot(releasing: 1)
    let signed = try Forged.signed(Kind.targets.bytes(in: depot))
    var roles = signed["delegations"]["roles"].items
    for (name, value) in fields { roles[0] = roles[0].with(name, set: value) }
    let forged = signed.with("delegations", "roles", set: .list(roles))
    #expect(throws: TrustError.self) {
      try Kind.targets.read(Forged.file(forged, by: depot.root), in: depot)
    }
  }

  @Test(arguments: [
    ("{\"signatures\":[", "{\"a\":1,\"signatures\":["), ("\"signed\":{", "\"signed\":{\"a\":1.5,"),
    ("\"version\":2", "\"version\":2,\"version\":2"), ("\"version\":2", "\"version\":2.0"),
    ("\"version\":2", "\"version\":99999999999999999999"),
    ("\"version\":2", "\"version\":2,\"a\":" + String(repeating: "[", count: 15)),
    ("\"keyid\"", "\"b\":1,\"keyid\""), ("\"sig\":\"", "\"sig\":\"0"),
    ("\"signatures\":[", "\"signatures\":[7,"), ("\"keyid\":\"", "\"keyid\":\"\\u0007"),
    ("\"keyid\":\"", "\"keyid\":\"é"),
  ])
  func `an envelope in another form is refused`(old: String, new: String) throws {
    let depot = try TestDepot(releasing: 1)
    let text = String(decoding: try Kind.timestamp.bytes(in: depot), as: UTF8.self)
    let parts = text.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let changed = Array((parts[0] + new + parts[1]).utf8)
    #expect(throws: TrustError.self) { try Kind.timestamp.read(changed, in: depot) }
  }

  @Test func `a signature in upper-case digits is refused`() throws {
    let depot = try TestDepot(releasing: 1)
    let text = String(decoding: try Kind.timestamp.bytes(in: depot), as: UTF8.self)
    let parts = text.split(separator: "\"sig\":\"")
    let upper = parts[0] + "\"sig\":\"" + parts[1].prefix(128).uppercased()
    #expect(throws: TrustError.self) {
      try Kind.timestamp.read(Array((upper + parts[1].dropFirst(128)).utf8), in: depot)
    }
  }

  @Test func `white space and unknown signed fields change nothing`() throws {
    let depot = try TestDepot(releasing: 1)
    let signed = try Forged.signed(Kind.timestamp.bytes(in: depot))
    let file = try Forged.file(signed.with("x", set: .list([.null])), by: depot.channels)
    try Kind.timestamp.read(file, in: depot)
    let spaced = String(decoding: file, as: UTF8.self).replacingText(",\"", ",\n  \"") + "\n"
    try Kind.timestamp.read(Array(spaced.utf8), in: depot)
  }

  @Test func `a file beyond its limit is refused before it is parsed`() {
    let bytes = [UInt8](repeating: 0x20, count: TrustLimit.rootBytes + 1)
    #expect(throws: TrustError("root.json", .tooLarge(limit: 65_536))) {
      try Root(trusting: bytes)
    }
    #expect(throws: TrustError(DepotPath.timestamp, .tooLarge(limit: 16_384))) {
      try Timestamp(Array(bytes.prefix(16_385)), keys: RoleKeys([]))
    }
  }
}

#endif
