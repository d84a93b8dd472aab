#if Releases
package import MessageStream

/// An admitted bundle, as the role `releases` lists it.
package struct BundleTarget: Sendable, Equatable {
  /// The name of the target, such as `bundles/shop-42.tar`.
  package let name: String
  package let length: Int
  package let sha256: String
  /// The object `moonroute` of the field `custom`, or `null` if there is none.
  ///
  /// It contains `bundle.json` without `entry`, and the changes of access.
  package let custom: JSON

  package init(name: String, length: Int, sha256: String, custom: JSON) {
    (self.name, self.length, self.sha256, self.custom) = (name, length, sha256, custom)
  }

  /// The number in the manifest.
  package var version: Int? { custom["version"].int }

  /// The path of the file in the depot.
  package var path: String { DepotPath.target(name, sha256: sha256) }

  /// Checks the length and the digest of the file.
  package func check(_ bytes: [UInt8]) throws(TrustError) { try file.check(bytes, file: path) }

  static let customField = "moonroute"

  var file: TargetFile {
    TargetFile(
      length: length,
      sha256: sha256,
      custom: custom == .null ? .null : .fields((Self.customField, custom))
    )
  }

  static func all(of releases: DelegatedTargets) -> [BundleTarget] {
    releases.targets.sorted { $0.key < $1.key }
      .map { name, file in
        BundleTarget(
          name: name,
          length: file.length,
          sha256: file.sha256,
          custom: file.custom[customField]
        )
      }
  }
}
#endif
