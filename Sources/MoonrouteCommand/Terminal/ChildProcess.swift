#if Command
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A finished process and its output.
struct ChildProcess {
  let output: [UInt8]
  /// The exit status, or -1 if a signal ended it.
  let status: Int32

  /// The reason why a program has no result.
  enum Failure: Error {
    case notStarted
    /// Its output exceeds ``byteLimit``.
    case tooLarge
    case tooLate
  }

  static let byteLimit = 64 << 20

  /// Options for git to disable prompts and side effects.
  static let quietGit = ["--no-optional-locks", "-c", "core.fsmonitor=false"]

  /// The path of this command's file.
  static var ownProgram: String {
    #if canImport(Darwin)
    let path = Bundle.main.executablePath
    #else
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #endif
    return path ?? CommandLine.arguments[0]
  }

  /// Runs a program of the search path; it discards standard error.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - arguments: Its arguments.
  ///   - input: Its standard input.
  ///   - deadline: The time when it is stopped; `nil` waits forever.
  /// - Returns: The output and the exit status.
  /// - Throws: ``Failure``.
  static func run(
    _ program: String,
    _ arguments: [String],
    input: [UInt8] = [],
    until deadline: ContinuousClock.Instant? = nil
  ) throws(Failure) -> ChildProcess {
    guard let (output, outputEnd) = makePipe() else { throw .notStarted }
    defer { close(output) }
    guard let (inputEnd, feed) = makePipe() else {
      close(outputEnd)
      throw .notStarted
    }
    let pid = start(
      program,
      arguments,
      input: inputEnd,
      output: outputEnd,
      closing: [output, feed]
    )
    close(outputEnd)
    close(inputEnd)
    guard let pid else {
      close(feed)
      throw .notStarted
    }
    let result = exchange(input, to: feed, from: output, until: deadline)
    // Without a reader, the program would block forever.
    if case .failure = result { kill(pid, SIGKILL) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return ChildProcess(
      output: try result.get(),
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
    )
  }

  private static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    return pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
  }

  private static func start(
    _ program: String,
    _ arguments: [String],
    input: Int32,
    output: Int32,
    closing others: [Int32]
  ) -> pid_t? {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    for end in others + [input, output] where end > 2 {
      posix_spawn_file_actions_addclose(&actions, end)
    }
    var words = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    return posix_spawnp(&pid, program, &actions, nil, words, environ) == 0 ? pid : nil
  }

  /// Writes all input and reads all output, each when the program is ready for it.
  private static func exchange(
    _ input: [UInt8],
    to feed: Int32,
    from output: Int32,
    until deadline: ContinuousClock.Instant?
  ) -> Result<[UInt8], Failure> {
    // A program that ends early must not end the command.
    let before = signal(SIGPIPE, SIG_IGN)
    _ = fcntl(feed, F_SETFL, O_NONBLOCK)
    var rest = input[...]
    var feed: Int32? = feed
    defer {
      feed.map { _ = close($0) }
      signal(SIGPIPE, before)
    }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if rest.isEmpty, let end = feed {
        close(end)
        feed = nil
      }
      var polled = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
      if let feed { polled.append(pollfd(fd: feed, events: Int16(POLLOUT), revents: 0)) }
      let time = deadline.map { max(0, ($0 - .now) / .milliseconds(1)) }
      let count = poll(&polled, nfds_t(polled.count), time.map { Int32($0) + 1 } ?? -1)
      if let deadline, ContinuousClock.now >= deadline { return .failure(.tooLate) }
      guard count > 0 else { continue }
      if let end = feed, polled[1].revents != 0 {
        let written = rest.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
        if written > 0 { rest = rest.dropFirst(written) }
        if written < 0, errno != EAGAIN, errno != EINTR { rest = [] }
      }
      guard polled[0].revents != 0 else { continue }
      let got = block.withUnsafeMutableBytes { read(output, $0.baseAddress, $0.count) }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return .success(bytes) }
      bytes += block[..<got]
      guard bytes.count <= byteLimit else { return .failure(.tooLarge) }
    }
  }
}
#endif
