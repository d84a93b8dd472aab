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
/// An ordinary file is replaced atomically. A device or a pipe is written directly. Outside of the
/// current folder and of applications, a link is followed and its target is written.
struct OutputFile: Sendable {
  private let path: String

  init(_ path: String) throws {
    self.path = path
    do throws(FileError) {
      try FileWriter.named.check(path)
    } catch {
      throw Self.problem(path, error)
    }
  }

  func close(with bytes: [UInt8]) throws {
    // A closed pipe is an error of the report and must not end the command.
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
