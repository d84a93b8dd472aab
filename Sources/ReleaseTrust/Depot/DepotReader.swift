#if Releases
/// Reads the files of a depot by their paths.
struct DepotReader {
  /// The time at which no file may be expired, or `nil` to accept expired files.
  let now: TrustTime?
  /// Returns the bytes of a file, or `nil` if it does not exist.
  let read: (String) -> [UInt8]?
  /// Called for each verified role, with its name.
  let found: (String, any TrustRole) -> Void

  init(
    now: TrustTime?,
    read: @escaping (String) -> [UInt8]?,
    found: @escaping (String, any TrustRole) -> Void = { _, _ in }
  ) {
    (self.now, self.read, self.found) = (now, read, found)
  }

  func bytes(_ path: String) throws(TrustError) -> [UInt8] {
    guard let bytes = read(path) else { throw TrustError(path, .missing) }
    return bytes
  }

  func add(_ role: some TrustRole, _ name: String, _ path: String) throws(TrustError) {
    if let now { try role.expect(notExpiredAt: now, file: path) }
    found(name, role)
  }

  /// The newest root; older ones may be expired.
  func root(_ anchor: [UInt8]?) throws(TrustError) -> Root {
    let first = DepotPath.metadata("root", 1)
    var root =
      if let anchor { try Root(trusting: anchor) } else {
        try Root(trusting: bytes(first), file: first)
      }
    var path = DepotPath.metadata("root", root.version + 1)
    while let bytes = read(path) {
      found("root", root)
      root = try root.next(bytes, file: path)
      path = DepotPath.metadata("root", root.version + 1)
    }
    try add(root, "root", DepotPath.metadata("root", root.version))
    return root
  }

  /// Reads a role of which another role lists the version.
  func role<Role: TrustRole>(
    _ name: String,
    _ listed: FileVersion,
    _ make: (String, [UInt8]) throws(TrustError) -> Role
  ) throws(TrustError) -> Role {
    let path = DepotPath.metadata(name, listed.version)
    let content = try bytes(path)
    try listed.check(content, file: path)
    let role = try make(path, content)
    try listed.check(role.version, file: path)
    try add(role, name, path)
    return role
  }
}
#endif
