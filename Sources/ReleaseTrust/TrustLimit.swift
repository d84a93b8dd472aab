#if Releases
/// The bounds of everything that a depot contains.
package enum TrustLimit {
  package static let rootBytes = 64 << 10
  package static let releasesBytes = 64 << 10
  package static let roleBytes = 16 << 10
  package static let recordBytes = 16 << 10
  /// 16 MiB of scripts in 4,096 files, with the headers and the padding of the archive.
  package static let bundleBytes = 24 << 20
  package static let rootsPerUpdate = 32
  package static let keys = 32
  package static let signatures = 32
  package static let version: Int64 = 1 << 53
  /// The number of admitted bundles that an author keeps.
  package static let admittedBundles = 20
}
#endif
