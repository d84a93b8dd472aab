import Foundation
import Synchronization

/// Ports for servers that restart at the same port.
///
/// Another program or test could take an ephemeral port in between. These ports are below the
/// ephemeral range, and each is used once per process.
public enum OwnPort {
  private static let range = 20_000..<30_000
  private static let last = Mutex(range.lowerBound + Int(getpid()) * 37 % range.count)

  /// A port where no program listens.
  public static func next() -> Int {
    while true {
      let port = last.withLock { last in
        last = last + 1 < range.upperBound ? last + 1 : range.lowerBound
        return last
      }
      if (try? RawClient(port: port)) == nil { return port }
    }
  }

  /// Listens at such a port, and retries while it is taken.
  ///
  /// A child process of another test holds the sockets of this process until it runs its own
  /// program, and therefore a port for a moment after its server has ended.
  ///
  /// - Parameters:
  ///   - isTaken: Whether an error means that the port is taken.
  ///   - listen: Listens at a port.
  /// - Returns: The result of `listen`.
  /// - Throws: Any error from `listen`, at the latest after 100,000 attempts.
  public static func whenFree<Answer>(
    _ isTaken: (any Error) -> Bool,
    _ listen: () async throws -> Answer
  ) async throws -> Answer {
    for _ in 0..<100_000 {
      do {
        return try await listen()
      } catch  where isTaken(error) {
        await Task.yield()
      }
    }
    return try await listen()
  }
}
