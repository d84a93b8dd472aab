#if Releases
package import MessageStream

/// The keys of the four top-level roles.
package struct Root: TrustRole {
  package static let type = "root"

  package let version: Int64
  package let expires: TrustTime
  /// The app of the depot, which other TUF libraries do not write.
  package let app: String?
  package let root: RoleKeys
  package let timestamp: RoleKeys
  package let snapshot: RoleKeys
  package let targets: RoleKeys

  package init(
    version: Int64,
    expires: TrustTime,
    app: String?,
    root: RoleKeys,
    timestamp: RoleKeys,
    snapshot: RoleKeys,
    targets: RoleKeys
  ) {
    (self.version, self.expires, self.app) = (version, expires, app)
    (self.root, self.timestamp, self.snapshot, self.targets) = (root, timestamp, snapshot, targets)
  }

  private init(_ fields: FieldReader) throws(TrustError) {
    let head = try RoleHead(fields, type: Self.type)
    (version, expires) = (head.version, head.expires)
    guard fields.json["consistent_snapshot"] == .bool(true) else {
      throw fields.problem("consistent_snapshot", "true")
    }
    app = fields.has("app") ? try fields.text("app") : nil
    let table = try RoleKeys.table(fields)
    let roles = try fields.object("roles")
    root = try RoleKeys(roles.object("root"), among: table)
    timestamp = try RoleKeys(roles.object("timestamp"), among: table)
    snapshot = try RoleKeys(roles.object("snapshot"), among: table)
    targets = try RoleKeys(roles.object("targets"), among: table)
  }

  /// Reads the root file that a program trusts from the start; its own keys must have signed it.
  package init(trusting bytes: [UInt8], file: String = "root.json") throws(TrustError) {
    let envelope = try Envelope(bytes, file: file, limit: TrustLimit.rootBytes)
    try self.init(envelope.signed)
    try envelope.check("root", root)
  }

  /// Reads the next root file, which the keys of this one and its own keys must have signed.
  package func next(_ bytes: [UInt8], file: String) throws(TrustError) -> Root {
    let envelope = try Envelope(bytes, file: file, limit: TrustLimit.rootBytes)
    try envelope.check("root \(version)", root)
    let next = try Root(envelope.signed)
    try envelope.check("root", next.root)
    guard next.version == version + 1 else {
      throw TrustError(file, .wrongVersion(found: next.version, expected: version + 1))
    }
    return next
  }

  package var ownFields: [(String, JSON)] {
    let roles = [("root", root), ("snapshot", snapshot), ("targets", targets)]
    let all = roles + [("timestamp", timestamp)]
    return (app.map { [("app", JSON.text($0))] } ?? []) + [
      ("consistent_snapshot", .bool(true)),
      ("keys", all.map(\.1).table),
      (
        "roles",
        .object(
          all.map { name, keys in
            JSON.Field(name, .object(keys.fields.map { JSON.Field($0.0, $0.1) }))
          }
        )
      ),
    ]
  }
}
#endif
