#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The processor time of a piece of work, and how it grows with the size of what is worked on.
public struct ProcessorTime: Sendable {
  /// The seconds for a size, the least of several tries.
  public private(set) var few = Double.infinity
  /// The seconds for eight times that size.
  public private(set) var many = Double.infinity

  /// Whether eight times as much takes no more than a few times eight times as long: a time that grows with
  /// the square is sixty-four times as long.
  public var isInProportion: Bool { many <= 24 * few }

  /// Does some work on the thread of the caller until it is seen to grow in proportion, six times at most.
  ///
  /// - Parameters:
  ///   - count: A size that takes some milliseconds.
  ///   - work: Does the work for a size.
  public init(from count: Int, _ work: (Int) -> Void) {
    for _ in 0..<6 where few == .infinity || !isInProportion {
      few = min(few, Self.seconds { work(count) })
      many = min(many, Self.seconds { work(8 * count) })
    }
  }

  /// The seconds that the thread computes for some work.
  private static func seconds(_ work: () -> Void) -> Double {
    let start = now()
    work()
    return now() - start
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
