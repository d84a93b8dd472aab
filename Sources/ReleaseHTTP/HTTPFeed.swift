#if Releases
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
public import ScriptReleases
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A depot on a web server.
///
/// Any server of static files will do. A file of metadata must arrive within 60 seconds; a bundle
/// may take longer if each 30 seconds bring 30 kilobytes. The status 403 means a missing file, as for
/// object stores that do not list their files.
public final class HTTPFeed: ReleaseFeed {
  /// The last answer for the timestamp, the only file that changes under its name.
  private struct Known {
    /// The header that asks for a newer file.
    let condition: (name: String, value: String)
    let bytes: [UInt8]

    init?(_ headers: HTTPHeaders, _ bytes: [UInt8]) {
      if let tag = headers.first(name: "ETag") {
        condition = ("If-None-Match", tag)
      } else if let date = headers.first(name: "Last-Modified") {
        condition = ("If-Modified-Since", date)
      } else {
        return nil
      }
      self.bytes = bytes
    }
  }

  /// The number of bytes of a download so far.
  private final class Received: Sendable {
    let count = Atomic(0)
  }

  private static let timestamp = "metadata/timestamp.json"

  /// The slowest allowed download.
  private static let bytesPerSecond = 1_000

  private let base: URL
  private let time: Duration
  /// Sent with every request.
  private let header: (name: String, value: String)?
  private let client: HTTPClient
  private let known = Mutex<Known?>(nil)

  /// Makes the feed of an address.
  ///
  /// - Parameter url: The address of the folder that contains `metadata`, which begins with
  ///   `https:` or `http:`.
  /// - Throws: `FeedError` for another address.
  public convenience init(_ url: URL) throws(FeedError) {
    try self.init(url, within: .seconds(60))
  }

  package init(
    _ url: URL,
    within time: Duration,
    connecting connection: Duration = .seconds(10),
    header: (name: String, value: String)? = nil
  ) throws(FeedError) {
    guard url.user() == nil, url.password() == nil else {
      throw FeedError("The address of a depot has no user and no password: messages show it.")
    }
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      url.host() != nil, url.query() == nil, url.fragment() == nil
    else {
      throw FeedError(
        "'\(url.absoluteString)' is not the address of a depot."
          + " Give one like https://rules.example.com/shop."
      )
    }
    (base, self.time, self.header) = (url, time, header)
    var configuration = HTTPClient.Configuration.singletonConfiguration
    // Archives of small files shrink so much that a decompressor takes them for an attack.
    configuration.decompression = .disabled
    configuration.timeout.connect = .nanoseconds(Int64(connection / .nanoseconds(1)))
    configuration.redirectConfiguration = .follow(max: 5, allowCycles: false)
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  deinit { client.shutdown { _ in } }

  /// Fetches a file.
  ///
  /// - Parameters:
  ///   - path: The path in the depot.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The bytes, or `nil` if the file does not exist.
  /// - Throws: `FeedError` if the file cannot be fetched now, is too slow or too large.
  public func fetch(_ path: String, limit: Int) async throws -> [UInt8]? {
    let received = Received()
    return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
      group.addTask { try await self.download(path, limit: limit, received) }
      group.addTask { [time] in
        if path.hasPrefix("metadata/") {
          try await Task.sleep(for: time)
          throw FeedError("\(path) did not arrive within \(time.components.seconds) s.")
        }
        let window = time / 2
        var before = 0
        while true {
          try await Task.sleep(for: window)
          let now = received.count.load(ordering: .relaxed)
          guard now - before >= Int(window.components.seconds) * Self.bytesPerSecond else {
            throw FeedError(
              "\(path) arrives too slowly: \(now - before) bytes in \(window.components.seconds) s."
            )
          }
          before = now
        }
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  private func download(
    _ path: String,
    limit: Int,
    _ received: Received
  ) async throws -> [UInt8]? {
    var request = HTTPClientRequest(url: base.appending(path: path).absoluteString)
    request.headers.add(name: "User-Agent", value: "moonroute")
    if let header { request.headers.add(name: header.name, value: header.value) }
    let known = path == Self.timestamp ? known.withLock { $0 } : nil
    if let known { request.headers.add(name: known.condition.name, value: known.condition.value) }
    let response: HTTPClientResponse
    do {
      response = try await client.execute(request, deadline: .distantFuture)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw FeedError("\(base.absoluteString) cannot be reached: \(error).")
    }
    switch response.status.code {
    case 200: break
    case 304 where known != nil: return known?.bytes
    case 403, 404, 410: return nil
    default:
      throw FeedError(
        "\(base.absoluteString) answers \(response.status.code) for \(path).",
        retryAfter: response.headers.first(name: "Retry-After").flatMap(Int.init)
          .map { .seconds(min(max(0, $0), 1_000_000)) }
      )
    }
    let bytes = try await body(of: response, path, limit: limit, received)
    if path == Self.timestamp {
      let known = Known(response.headers, bytes)
      self.known.withLock { $0 = known }
    }
    return bytes
  }

  private func body(
    of response: HTTPClientResponse,
    _ path: String,
    limit: Int,
    _ received: Received
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await part in response.body {
        guard bytes.count + part.readableBytes <= limit else {
          throw FeedError("\(path) has more than \(limit) bytes.")
        }
        bytes.append(contentsOf: part.readableBytesView)
        received.count.store(bytes.count, ordering: .relaxed)
      }
    } catch let error as FeedError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      throw FeedError("\(path) did not arrive completely: \(error).")
    }
    return bytes
  }
}
#else
/// Unavailable without the trait `Releases`.
@available(
  *,
  unavailable,
  message: "Add the trait to the dependency on moonroute: traits: [\"Releases\"]."
)
public struct HTTPFeed {
  /// Unavailable without the trait.
  public init() {}
}
#endif
