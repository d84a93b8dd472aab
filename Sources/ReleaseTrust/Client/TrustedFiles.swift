#if Releases
/// The metadata that a client trusts, which a store keeps between starts.
package struct TrustedFiles: Sendable, Equatable {
  /// The bytes by file name: `2.root.json` …, `timestamp.json`, `snapshot.json`, `targets.json`,
  /// `releases.json`, `channels.json`, `record.json`.
  package var files: [String: [UInt8]]
  /// The latest time at which a client accepted new metadata; the clock is never read as earlier.
  package var acceptedAt: TrustTime?

  package init(files: [String: [UInt8]] = [:], acceptedAt: TrustTime? = nil) {
    (self.files, self.acceptedAt) = (files, acceptedAt)
  }

  static let timestamp = "timestamp.json"
  static let snapshot = "snapshot.json"
  static let targets = "targets.json"
  static let releases = "releases.json"
  static let channels = "channels.json"
  static let record = "record.json"

  static func root(_ version: Int64) -> String { "\(version).root.json" }
}
#endif
