#if Releases
package import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Fetches the files of a depot.
public protocol ReleaseFeed: Sendable {
  /// Fetches the untrusted bytes of a file.
  ///
  /// - Parameters:
  ///   - path: The path in the depot, such as `metadata/timestamp.json`.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The bytes, or `nil` if the file does not exist.
  /// - Throws: The reason why the file cannot be fetched now, or that it is too large; a
  ///   ``FeedError`` can say when to try again.
  func fetch(_ path: String, limit: Int) async throws -> [UInt8]?
}

/// The reason why a file of a depot cannot be fetched now.
public struct FeedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// One sentence with the file, the reason and the remedy.
  public let description: String

  /// The wait before the next request, if the server named one.
  public let retryAfter: Duration?

  /// Creates a reason.
  ///
  /// - Parameters:
  ///   - description: One sentence with the file, the reason and the remedy.
  ///   - retryAfter: The wait before the next request, if the server named one.
  public init(_ description: String, retryAfter: Duration? = nil) {
    (self.description, self.retryAfter) = (description, retryAfter)
  }
}

/// A depot in a folder.
public struct FolderFeed: ReleaseFeed {
  private let folder: String

  /// Makes the feed of a folder.
  ///
  /// - Parameter folder: The folder that contains `metadata`.
  public init(_ folder: URL) { self.init(folder.path(percentEncoded: false)) }

  package init(_ folder: String) { self.folder = folder }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The path in the depot.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The bytes, or `nil` if the file does not exist.
  /// - Throws: The reason why the file cannot be read, or that it is too large.
  public func fetch(_ path: String, limit: Int) throws -> [UInt8]? {
    try read(path, limit: limit)
  }

  package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
    try FileReader(limit: limit, below: [folder]).bytes(of: "\(folder)/\(path)")
  }
}
#endif
