#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The processor time of some work, and its growth with the input size.
public struct ProcessorTime: Sendable {
  /// The minimum number of seconds for a size.
  public private(set) var few = Double.infinity
  /// The minimum number of seconds for eight times that size.
  public private(set) var many = Double.infinity

  /// Whether eight times the size takes at most a few times eight times as long; quadratic work
  /// takes sixty-four times as long.
  public var isInProportion: Bool { many <= 24 * few }

  /// Runs work on the calling thread until its growth is proportional, up to six times.
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

  /// The processor time of the thread for some work, in seconds.
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
