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
}
