import Foundation
import TestSupport

/// The result of one call of the built command.
struct CommandRun {
  /// The text on standard output.
  let output: String
  /// The text on standard error: the log and the problems.
  let errors: String
  let status: Int32

  /// The lines of standard output.
  var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Runs the command until it exits.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - input: Its standard input. Default: empty.
  ///   - folder: The current folder of the run. Default: the fixtures.
  ///   - environment: Variables to add to a plain environment. Default: none.
  /// - Returns: The output and the exit status.
  /// - Throws: The error from starting the command.
  static func moonroute(
    _ arguments: [String],
    input: some Sequence<UInt8> = [],
    in folder: URL = Place.fixtures,
    environment: [String: String] = [:]
  ) async throws -> CommandRun {
    try await run(
      Place.command,
      arguments,
      input: Data(input),
      in: folder,
      environment: environment
    )
  }

  /// Runs `moonroute test` in a folder with some files.
  static func test(
    _ arguments: [String],
    _ files: [String: String],
    environment: [String: String] = [:]
  ) async throws -> CommandRun {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write(files)
    return try await moonroute(["test"] + arguments, in: scratch.folder, environment: environment)
  }

  /// Runs a shell line with the command in the search path.
  static func shell(_ line: String, in folder: URL = Place.fixtures) async throws -> CommandRun {
    try await run(URL(fileURLWithPath: "/bin/sh"), ["-c", line], input: Data(), in: folder)
  }

  private static func run(
    _ program: URL,
    _ arguments: [String],
    input: Data,
    in folder: URL,
    environment: [String: String] = [:]
  ) async throws -> CommandRun {
    await CommandTurns.shared.begin()
    defer { Task { await CommandTurns.shared.end() } }
    let environment = environment.merging(plainEnvironment) { given, _ in given }
    let run = try await onOwnThread {
      try ProgramRun(
        program,
        arguments,
        input: input,
        in: folder,
        environment: environment,
        separatesErrors: true
      )
    }
    return CommandRun(output: run.output, errors: run.errors, status: run.status)
  }

  private static var plainEnvironment: [String: String] {
    let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let folder = Place.command.deletingLastPathComponent().path
    return ["PATH": "\(folder):\(search)", "COLUMNS": "80", "LANG": "C.UTF-8"]
  }
}
