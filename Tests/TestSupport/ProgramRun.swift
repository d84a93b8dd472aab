public import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The result of a program that ran to its end.
///
/// Foundation's `Process` notices the end of a program late on a busy machine, and Swift Testing's
/// exit tests then spin until it does. This waits in the kernel.
public struct ProgramRun: Sendable {
  /// The text on standard output.
  public let output: String
  /// The text on standard error, unless it is part of the output.
  public let errors: String
  /// The exit status, or the signal that ended the program.
  public let status: Int32

  /// Runs a program and waits for it to exit.
  ///
  /// Wrap a long run in ``onOwnThread(_:)``.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - arguments: Its arguments. Default: none.
  ///   - input: Its standard input. Default: empty.
  ///   - folder: Its current folder. Default: that of this process.
  ///   - environment: Its complete environment. Default: that of this process.
  ///   - separatesErrors: Whether standard error is not part of the output. Default: no.
  /// - Throws: An error if the program cannot be run.
  public init(
    _ program: URL,
    _ arguments: [String] = [],
    input: Data = Data(),
    in folder: URL? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    separatesErrors: Bool = false
  ) throws {
    let files = FileManager.default.temporaryDirectory
      .appending(path: "moonroute-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    try input.write(to: files.appending(path: "in"))
    let actions = Actions()
    actions.open(0, files.appending(path: "in"), O_RDONLY)
    actions.open(1, files.appending(path: "out"), O_WRONLY | O_CREAT)
    if separatesErrors {
      actions.open(2, files.appending(path: "err"), O_WRONLY | O_CREAT)
    } else {
      posix_spawn_file_actions_adddup2(&actions.actions, 1, 2)
    }
    if let folder { addFolder(&actions.actions, folder.path) }
    let pid = try actions.spawn(
      program.path,
      arguments,
      environment.map { "\($0.key)=\($0.value)" }
    )
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    self.status = signal == 0 ? (status >> 8) & 0xFF : signal
    output = String(decoding: try Data(contentsOf: files.appending(path: "out")), as: UTF8.self)
    errors =
      separatesErrors
      ? String(decoding: try Data(contentsOf: files.appending(path: "err")), as: UTF8.self) : ""
  }

  /// Runs a program of the search path, such as the Swift compiler.
  public init(tool: String, _ arguments: [String]) throws {
    try self.init(URL(filePath: "/usr/bin/env"), [tool] + arguments)
  }
}

// The module of the C library does not declare these.
#if !canImport(Darwin)
@_silgen_name("posix_spawn_file_actions_addclosefrom_np") @discardableResult
private func closeFrom(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>,
  _ first: Int32
) -> Int32

@_silgen_name("posix_spawn_file_actions_addchdir_np") @discardableResult
private func addFolder(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>,
  _ path: UnsafePointer<CChar>
) -> Int32
#else
private func addFolder(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>,
  _ path: UnsafePointer<CChar>
) { posix_spawn_file_actions_addchdir_np(actions, path) }
#endif

/// The preparation of a new process: its own files and no others, and the default handling of
/// signals.
private final class Actions {
  #if canImport(Darwin)
  var actions: posix_spawn_file_actions_t?
  private var attributes: posix_spawnattr_t?
  private let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT
  #else
  var actions = posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()
  private let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
  #endif

  init() {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  deinit {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  func open(_ descriptor: Int32, _ file: URL, _ mode: Int32) {
    posix_spawn_file_actions_addopen(&actions, descriptor, file.path, mode, 0o600)
  }

  func spawn(
    _ program: String,
    _ arguments: [String],
    _ environment: [String]
  ) throws -> pid_t {
    #if !canImport(Darwin)
    closeFrom(&actions, 3)
    #endif
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var values = environment.map { strdup($0) } + [nil]
    defer { for text in words + values { free(text) } }
    var pid: pid_t = 0
    let problem = posix_spawn(&pid, program, &actions, &attributes, &words, &values)
    guard problem == 0 else {
      throw POSIXError(POSIXError.Code(rawValue: problem) ?? .ENOEXEC)
    }
    return pid
  }
}
