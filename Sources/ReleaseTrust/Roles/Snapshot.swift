#if Releases
package import MessageStream

/// The version of a metadata file, and its bytes if the author signs them.
package struct FileVersion: Sendable, Equatable {
  package let version: Int64
  package let length: Int?
  package let sha256: String?

  package init(version: Int64, bytes: [UInt8]) {
    (self.version, length, sha256) = (version, bytes.count, Digest.sha256(bytes))
  }

  init(_ fields: FieldReader) throws(TrustError) {
    version = try fields.integer("version")
    length = fields.has("length") ? Int(try fields.integer("length")) : nil
    sha256 =
      fields.has("hashes") ? Hex.text(try fields.object("hashes").hex("sha256", count: 32)) : nil
  }

  var json: JSON {
    .present(
      ("hashes", sha256.map { .fields(("sha256", .text($0))) } ?? .null),
      ("length", length.map(JSON.int) ?? .null),
      ("version", .integer(version))
    )
  }

  func check(_ bytes: [UInt8], file: String) throws(TrustError) {
    if let length, length != bytes.count {
      throw TrustError(file, .wrongLength(found: bytes.count, expected: length))
    }
    if let sha256, sha256 != Digest.sha256(bytes) { throw TrustError(file, .wrongHash) }
  }

  /// Checks the version that a file itself contains.
  func check(_ version: Int64, file: String) throws(TrustError) {
    guard version == self.version else {
      throw TrustError(file, .wrongVersion(found: version, expected: self.version))
    }
  }
}

/// The version of the snapshot: the only file that changes in place.
package struct Timestamp: TrustRole {
  package static let type = "timestamp"
  private static let listed = "snapshot.json"

  package let version: Int64
  package let expires: TrustTime
  package let snapshot: FileVersion

  package init(version: Int64, expires: TrustTime, snapshot: FileVersion) {
    (self.version, self.expires, self.snapshot) = (version, expires, snapshot)
  }

  package init(_ bytes: [UInt8], keys: RoleKeys) throws(TrustError) {
    let envelope = try Envelope(bytes, file: DepotPath.timestamp, limit: TrustLimit.roleBytes)
    try envelope.check(Self.type, keys)
    let head = try RoleHead(envelope.signed, type: Self.type)
    (version, expires) = (head.version, head.expires)
    snapshot = try FileVersion(envelope.signed.object("meta").object(Self.listed))
  }

  package var ownFields: [(String, JSON)] { [("meta", .fields((Self.listed, snapshot.json)))] }
}

/// The versions of all roles with targets: old and new files cannot be mixed.
package struct Snapshot: TrustRole {
  package static let type = "snapshot"

  package let version: Int64
  package let expires: TrustTime
  package let targets: FileVersion
  package let releases: FileVersion
  package let channels: FileVersion

  package init(
    version: Int64,
    expires: TrustTime,
    targets: FileVersion,
    releases: FileVersion,
    channels: FileVersion
  ) {
    (self.version, self.expires) = (version, expires)
    (self.targets, self.releases, self.channels) = (targets, releases, channels)
  }

  package init(_ bytes: [UInt8], file: String, keys: RoleKeys) throws(TrustError) {
    let envelope = try Envelope(bytes, file: file, limit: TrustLimit.roleBytes)
    try envelope.check(Self.type, keys)
    let head = try RoleHead(envelope.signed, type: Self.type)
    (version, expires) = (head.version, head.expires)
    let meta = try envelope.signed.object("meta")
    func listed(_ role: String) throws(TrustError) -> FileVersion {
      guard meta.has("\(role).json") else { throw TrustError(file, .unlisted("\(role).json")) }
      return try FileVersion(meta.object("\(role).json"))
    }
    targets = try listed("targets")
    releases = try listed("releases")
    channels = try listed("channels")
  }

  /// The versions by the names of the roles.
  private var roles: [(name: String, file: FileVersion)] {
    [("channels", channels), ("releases", releases), ("targets", targets)]
  }

  package var ownFields: [(String, JSON)] {
    [("meta", .object(roles.map { JSON.Field("\($0.name).json", $0.file.json) }))]
  }

  /// Refuses an older version of any role than a trusted snapshot lists.
  func expect(noOlderThan trusted: Snapshot, file: String) throws(TrustError) {
    for (known, found) in zip(trusted.roles, roles) {
      guard found.file.version >= known.file.version else {
        throw TrustError(
          file,
          .olderReference(
            "\(found.name).json",
            found: found.file.version,
            trusted: known.file.version
          )
        )
      }
    }
  }
}
#endif
