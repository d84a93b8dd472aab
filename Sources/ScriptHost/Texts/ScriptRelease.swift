/// A release of scripts: a bundle that a channel offers.
public struct ScriptRelease: Sendable, Hashable {
  /// The version that the author gave the bundle.
  public let version: Int

  /// The name of the channel.
  public let channel: String

  /// The SHA-256 of the bundle, in 64 hexadecimal digits.
  public let digest: String

  package init(version: Int, channel: String, digest: String) {
    (self.version, self.channel, self.digest) = (version, channel, digest)
  }
}
