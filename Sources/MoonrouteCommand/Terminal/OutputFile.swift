import ScriptHost

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that an argument names: a report, or a snapshot.
///
/// An ordinary file is replaced in one step. A device and a pipe take the bytes, and outside of the
/// current folder and of applications a link stays, and the file that it leads to is written.
struct OutputFile: Sendable {
  private let path: String

  /// Checks that a file can be written.
  ///
  /// - Throws: ``ExitStatus/internalError`` when it cannot; that is printed then.
  init(_ path: String) throws {
    self.path = path
    do throws(FileError) {
      try FileWriter.named.check(path)
    } catch {
      throw Self.problem(path, error)
    }
  }

  /// Writes the file.
  ///
  /// - Throws: ``ExitStatus/internalError`` when that does not succeed; that is printed then.
  func close(with bytes: [UInt8]) throws {
    // A pipe that is not read any more is an error of the report, not the end of the command.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    do throws(FileError) {
      try FileWriter.named.write(bytes, to: path, makingFolders: false)
    } catch {
      throw Self.problem(path, error)
    }
  }

  private static func problem(_ path: String, _ refusal: FileError) -> ExitStatus {
    if case .refused(_, let reason) = refusal {
      Console.tell("moonroute: cannot write '\(path)': \(reason)")
    } else {
      Console.tell("moonroute: \(refusal)")
    }
    return .internalError
  }
}
