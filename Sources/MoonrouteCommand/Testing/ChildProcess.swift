#if Command
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A finished process and its output.
struct ChildProcess {
  let output: [UInt8]
  /// The exit status, or -1 if a signal ended it.
  let status: Int32

  private static let byteLimit = 64 << 20

  /// Runs a program of the search path without input; it discards standard error.
  static func run(_ program: String, _ arguments: [String]) -> ChildProcess? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let pid = start(program, arguments, output: ends[1], closing: ends[0])
    close(ends[1])
    guard let pid else { return nil }
    let output = bytes(of: ends[0])
    // Without a reader, the program would block forever.
    if output == nil { kill(pid, SIGKILL) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    guard let output else { return nil }
    return ChildProcess(output: output, status: status & 0x7F == 0 ? (status >> 8) & 0xFF : -1)
  }

  private static func start(
    _ program: String,
    _ arguments: [String],
    output: Int32,
    closing other: Int32
  ) -> pid_t? {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclose(&actions, other)
    if output > 2 { posix_spawn_file_actions_addclose(&actions, output) }
    var words = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    return posix_spawnp(&pid, program, &actions, nil, words, environ) == 0 ? pid : nil
  }

  /// All bytes up to the end, or `nil` if they exceed the limit.
  private static func bytes(of descriptor: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += block[..<count]
      guard bytes.count <= byteLimit else { return nil }
    }
  }
}
#endif
