import Foundation
import Synchronization

/// Ports for servers that end and start again at the same one.
///
/// A port that the system gave out may be another program's, or another test's, in between. These lie
/// below those that it gives out, and each is told once in a process.
public enum OwnPort {
  private static let range = 20_000..<30_000
  private static let last = Mutex(range.lowerBound + Int(getpid()) * 37 % range.count)

  /// A port where nothing listens.
  public static func next() -> Int {
    while true {
      let port = last.withLock { last in
        last = last + 1 < range.upperBound ? last + 1 : range.lowerBound
        return last
      }
      if (try? RawClient(port: port)) == nil { return port }
    }
  }

  /// Listens at such a port, again and again while it is taken.
  ///
  /// A child that another test forks holds the sockets of this process until it runs its own program,
  /// and so a port for a moment after its server has ended.
  ///
  /// - Parameters:
  ///   - isTaken: Whether an error says that the port is taken.
  ///   - listen: Listens.
  /// - Returns: What `listen` answers.
  /// - Throws: What `listen` throws, at the latest after 100,000 tries.
  public static func whenFree<Answer>(
    _ isTaken: (any Error) -> Bool,
    _ listen: () async throws -> Answer
  ) async throws -> Answer {
    for _ in 0..<100_000 {
      do {
        return try await listen()
      } catch where isTaken(error) {
        await Task.yield()
      }
    }
    return try await listen()
  }
}
