#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The memory of the test process.
enum ProcessMemory {
<<<<<<< HEAD
  /// The peak memory in bytes.
=======
  /// Its peak in bytes.
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
  static var peak: Int {
    var usage = rusage()
    #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Int(usage.ru_maxrss) * 1_024
    #else
    getrusage(RUSAGE_SELF, &usage)
    return Int(usage.ru_maxrss)
    #endif
  }
}
