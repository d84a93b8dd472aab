import Foundation

/// Several runs of a program, and the minimum of their times.
struct ProgramRun {
  private(set) var seconds: [Double] = []
  private(set) var kilobytes = 0
  /// The output of the last run, with standard error.
  private(set) var output = ""

  var fastest: Double { seconds.min() ?? .infinity }

  static func times(
    _ count: Int,
    _ command: [String],
    in folder: BenchmarkFolder,
    mayFail: Bool = false
  ) throws -> Self {
    var run = Self()
    for _ in 0..<count { try run.add(command, in: folder, mayFail: mayFail) }
    return run
  }

  /// Does not use `Process`, so that the measured time includes only the start of the process.
  mutating func add(
    _ command: [String],
    in folder: BenchmarkFolder,
    mayFail: Bool = false
  ) throws {
    let file = folder.path("output")
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var arguments = command.map { strdup($0) } + [nil]
    var variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    var status: Int32 = 0
    var usage = rusage()
    let begin = ContinuousClock.now
    guard posix_spawnp(&process, command[0], &actions, nil, &arguments, &variables) == 0,
      wait4(process, &status, 0, &usage) == process
    else { throw BenchmarkError.programFailed(command, output: "it cannot be started") }
    seconds.append((ContinuousClock.now - begin) / .seconds(1))
    output = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    guard status == 0 || mayFail else {
      throw BenchmarkError.programFailed(command, output: output)
    }
    #if canImport(Darwin)
    kilobytes = max(kilobytes, Int(usage.ru_maxrss) / 1024)
    #else
    kilobytes = max(kilobytes, Int(usage.ru_maxrss))
    #endif
  }
}
