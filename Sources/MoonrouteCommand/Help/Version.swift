/// The release that the command belongs to.
enum Version {
  /// The number, as in the changelog.
  static let text = "0.1.0"
}
