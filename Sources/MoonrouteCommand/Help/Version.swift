enum Version {
  /// The number, as in the changelog.
  static let text = "0.1.0"
}
