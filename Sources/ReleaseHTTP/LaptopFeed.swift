#if DEBUG && Releases
public import ScriptReleases

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The depot of a developer's machine, which runs `moonroute watch --push`.
///
/// It exists in debug builds only: a program that names it does not compile for release. The link
/// has the digest of the root, so nobody else can send scripts. They are not encrypted on the way.
///
/// ```swift
/// #if DEBUG
/// let feed = try await LaptopFeed(link)
/// let updates = try ScriptUpdates(
///   of: host, app: feed.app, channel: feed.channel, root: feed.root, from: feed, storedIn: nil,
///   every: .seconds(1))
/// #endif
/// ```
public final class LaptopFeed: ReleaseFeed {
  /// The name of the application.
  public let app: String

  /// The name of the only channel.
  public let channel = LaptopLink.channel

  /// The bytes of `1.root.json`.
  public let root: [UInt8]

  private let feed: HTTPFeed

  /// Fetches the root of a depot.
  ///
  /// - Parameter link: The link that `moonroute watch --push` prints, such as
  ///   `moonroute-dev://192.168.1.5:7770/#0123456789abcdef0123456789abcdef`.
  /// - Throws: `FeedError` if it is another link, the machine cannot be reached, or something else
  ///   answers there.
  public init(_ link: URL) async throws {
    guard let place = LaptopLink(link.absoluteString), let url = URL(string: place.address) else {
      throw FeedError(
        "'\(link.absoluteString)' is not a link of 'moonroute watch --push', such as"
          + " moonroute-dev://192.168.1.5:7770/#KEY."
      )
    }
    feed = try HTTPFeed(url, within: .seconds(60), header: (LaptopLink.header, place.key))
    let bytes = try await feed.fetch(LaptopLink.rootPath, limit: LaptopLink.rootBytes) ?? []
    guard let app = place.app(in: bytes) else {
      throw FeedError(
        "\(place.address) is not the depot of this link: each start of 'moonroute watch --push' has"
          + " a new key. Use the link that it printed last."
      )
    }
    (root, self.app) = (bytes, app)
  }

  /// Fetches a file.
  ///
  /// - Parameters:
  ///   - path: The path in the depot.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The bytes, or `nil` if the file does not exist.
  /// - Throws: `FeedError` if the file cannot be fetched now, is too slow or too large.
  public func fetch(_ path: String, limit: Int) async throws -> [UInt8]? {
    try await feed.fetch(path, limit: limit)
  }
}
#endif
