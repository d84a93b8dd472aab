#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The exit codes of the command; the numbers are a promise.
enum ExitStatus: Int32, Error {
  /// Success.
  case done = 0
  /// The answer is no: no match, problems found.
  case no = 1
  /// The command was called wrongly.
  case wrongUsage = 2
  /// The scripts do not load.
  case notLoaded = 3
  /// Something else went wrong.
  case internalError = 4

  /// Ends the process.
  func exit() -> Never {
    Self.endProcess(rawValue)
  }

  private static func endProcess(_ code: Int32) -> Never {
    #if canImport(Darwin)
    Darwin.exit(code)
    #elseif canImport(Musl)
    Musl.exit(code)
    #else
    Glibc.exit(code)
    #endif
  }
}
