#if Releases
package import MessageStream

/// A file that a role vouches for.
package struct TargetFile: Sendable, Equatable {
  package let length: Int
  package let sha256: String
  /// The field `custom`, or `null`.
  package let custom: JSON

  package init(length: Int, sha256: String, custom: JSON = .null) {
    (self.length, self.sha256, self.custom) = (length, sha256, custom)
  }

  init(_ fields: FieldReader, limit: Int) throws(TrustError) {
    length = Int(try fields.integer("length", in: 0...Int64(limit)))
    sha256 = Hex.text(try fields.object("hashes").hex("sha256", count: 32))
    custom = fields.has("custom") ? try fields.object("custom").json : .null
  }

  var json: JSON {
    .present(
      ("custom", custom),
      ("hashes", .fields(("sha256", .text(sha256)))),
      ("length", .int(length))
    )
  }

  func check(_ bytes: [UInt8], file: String) throws(TrustError) {
    guard bytes.count == length else {
      throw TrustError(file, .wrongLength(found: bytes.count, expected: length))
    }
    guard Digest.sha256(bytes) == sha256 else { throw TrustError(file, .wrongHash) }
  }
}

/// The role `targets`, which only delegates: bundles to `releases`, channel records to `channels`.
package struct Targets: TrustRole {
  package static let type = "targets"

  package let version: Int64
  package let expires: TrustTime
  package let releases: RoleKeys
  package let channels: RoleKeys

  package init(version: Int64, expires: TrustTime, releases: RoleKeys, channels: RoleKeys) {
    (self.version, self.expires) = (version, expires)
    (self.releases, self.channels) = (releases, channels)
  }

  package init(_ bytes: [UInt8], file: String, keys: RoleKeys) throws(TrustError) {
    let envelope = try Envelope(bytes, file: file, limit: TrustLimit.roleBytes)
    try envelope.check(Self.type, keys)
    let head = try RoleHead(envelope.signed, type: Self.type)
    (version, expires) = (head.version, head.expires)
    if let target = try envelope.signed.object("targets").fields.first {
      throw TrustError(file, .foreignTarget(target.name, role: Self.type))
    }
    let delegations = try envelope.signed.object("delegations")
    let table = try RoleKeys.table(delegations)
    var roles: [DelegatedRole: RoleKeys] = [:]
    for fields in try delegations.objects("roles") {
      guard let role = DelegatedRole(rawValue: try fields.text("name")), roles[role] == nil,
        try fields.texts("paths") == ["\(role.folder)/*"], fields.json["terminating"] == .bool(true)
      else { throw TrustError(file, .wrongDelegations) }
      roles[role] = try RoleKeys(fields, among: table)
    }
    guard let releases = roles[.releases], let channels = roles[.channels] else {
      throw TrustError(file, .wrongDelegations)
    }
    (self.releases, self.channels) = (releases, channels)
  }

  package func keys(of role: DelegatedRole) -> RoleKeys {
    role == .releases ? releases : channels
  }

  package var ownFields: [(String, JSON)] {
    let roles = DelegatedRole.allCases.map { role in
      let head: [(String, JSON)] = [
        ("name", .text(role.rawValue)),
        ("paths", .list([.text("\(role.folder)/*")])),
        ("terminating", .bool(true)),
      ]
      return JSON.object((head + keys(of: role).fields).map { JSON.Field($0.0, $0.1) })
    }
    return [
      (
        "delegations",
        .fields(("keys", [releases, channels].table), ("roles", .list(roles)))
      ),
      ("targets", .object([])),
    ]
  }
}

/// A role to which `targets` delegates.
package enum DelegatedRole: String, Sendable, CaseIterable {
  case releases
  case channels

  var folder: String { self == .releases ? "bundles" : "channels" }
  var fileLimit: Int { self == .releases ? TrustLimit.releasesBytes : TrustLimit.roleBytes }
  var targetLimit: Int {
    self == .releases ? TrustLimit.bundleBytes : TrustLimit.recordBytes
  }
}

/// The targets of a delegated role.
package struct DelegatedTargets: TrustRole {
  package static let type = "targets"

  package let role: DelegatedRole
  package let version: Int64
  package let expires: TrustTime
  /// The files by their names, such as `bundles/shop-42.tar`.
  package let targets: [String: TargetFile]

  package init(
    _ role: DelegatedRole,
    version: Int64,
    expires: TrustTime,
    targets: [String: TargetFile]
  ) {
    (self.role, self.version, self.expires, self.targets) = (role, version, expires, targets)
  }

  package init(
    _ role: DelegatedRole,
    _ bytes: [UInt8],
    file: String,
    keys: RoleKeys
  ) throws(TrustError) {
    self.role = role
    let envelope = try Envelope(bytes, file: file, limit: role.fileLimit)
    try envelope.check(role.rawValue, keys)
    let head = try RoleHead(envelope.signed, type: Self.type)
    (version, expires) = (head.version, head.expires)
    guard !envelope.signed.has("delegations") else {
      throw TrustError(file, .unknownField("signed.delegations"))
    }
    let object = try envelope.signed.object("targets")
    var targets: [String: TargetFile] = [:]
    for field in object.fields {
      guard DepotPath.isTarget(field.name, in: role.folder) else {
        throw TrustError(file, .foreignTarget(field.name, role: role.rawValue))
      }
      targets[field.name] = try TargetFile(object.object(field.name), limit: role.targetLimit)
    }
    self.targets = targets
  }

  package var ownFields: [(String, JSON)] {
    let files = targets.sorted { $0.key < $1.key }.map { JSON.Field($0.key, $0.value.json) }
    return [("targets", .object(files))]
  }
}
#endif
