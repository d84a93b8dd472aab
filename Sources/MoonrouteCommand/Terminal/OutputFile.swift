import ScriptHost

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file named in an argument: a report or a snapshot.
///
/// An HTML report gets links to the other reports in its folder. An ordinary file is replaced
/// atomically. A device or a pipe is written directly. Outside of the
/// current folder and of applications, a link is followed and its target is written.
struct OutputFile: Sendable {
  private let path: String
  private let writer: FileWriter

  /// Checks that a file can be written.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - writer: Writes it. Default: a writer of a file that no command reads.
  /// - Throws: ``ExitStatus/internalError`` after printing why it cannot be written.
  init(_ path: String, by writer: FileWriter = .named) throws {
    (self.path, self.writer) = (path, writer)
    do throws(FileError) {
      try writer.check(path)
    } catch {
      throw Self.problem(path, error)
    }
  }

  func close(with bytes: [UInt8]) throws {
    // A closed pipe is an error of the report and must not end the command.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    do throws(FileError) {
      let folder = ReportFolder(of: path)
      try writer.write(folder.linked(bytes), to: path, makingFolders: false)
      folder.relink(after: bytes, by: writer)
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
