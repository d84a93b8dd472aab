import ScriptHost

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file for a report: what stands at its path is written, never replaced.
///
/// So a link stays, and what it leads to is written; a device and a pipe take the report.
final class OutputFile: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Opens a file and empties it.
  ///
  /// - Throws: ``ExitStatus/internalError`` when it cannot be written.
  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { throw Self.problem(path) }
  }

  /// Writes the report and closes the file.
  ///
  /// - Throws: ``ExitStatus/internalError`` when that does not succeed.
  func close(with bytes: [UInt8]) throws {
    // A pipe that is not read any more is an error of the report, not the end of the command.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    guard StandardStream.write(bytes, to: descriptor), Self.close(descriptor) == 0 else {
      throw Self.problem(path)
    }
  }

  private static func problem(_ path: String) -> ExitStatus {
    let reason = StandardStream.lastError
    Console.tell("moonroute: cannot write '\(path)': \(reason)")
    return .internalError
  }

  // The system's function, under a name that the method above does not hide.
  #if canImport(Darwin)
  private static let close = Darwin.close
  #elseif canImport(Musl)
  private static let close = Musl.close
  #else
  private static let close = Glibc.close
  #endif
}

extension FileWriter {
  /// Writes a file as a whole, or leaves what is there.
  ///
  /// - Throws: ``ExitStatus/internalError`` when it cannot be written; that is printed then.
  static func write(_ bytes: [UInt8], to path: String) throws {
    do throws(FileRefusal) {
      try write(bytes, to: path, allowedBy: FileReader(limit: .max))
    } catch {
      Console.tell("moonroute: \(error)")
      throw ExitStatus.internalError
    }
  }
}
