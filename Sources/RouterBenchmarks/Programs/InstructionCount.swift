import Foundation

/// Counts instructions with callgrind; the difference of two run lengths excludes one-time work.
enum InstructionCount {
  /// Whether valgrind is installed.
  static var isAvailable: Bool {
    let paths = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return paths.contains { FileManager.default.isExecutableFile(atPath: "\($0)/valgrind") }
  }

  static func figures(_ benchmark: BenchmarkCase) throws -> [BenchmarkFigure] {
    try figures(benchmark, of: benchmark.peers.indices.map { $0 })
  }

  /// The figures of the peers with a limit; empty without valgrind.
  static func limited(_ benchmark: BenchmarkCase) throws -> [BenchmarkFigure] {
    let numbers = benchmark.peers.indices.filter { benchmark.peers[$0].instructionLimit != nil }
    return numbers.isEmpty || !isAvailable ? [] : try figures(benchmark, of: numbers)
  }

  private static func figures(
    _ benchmark: BenchmarkCase,
    of numbers: [Int]
  ) throws -> [BenchmarkFigure] {
    try BenchmarkFolder.with { folder in
      let program = folder.path("program")
      // Older versions of valgrind fail on new debug information.
      let strip = ["strip", "--strip-debug", "-o", program, CommandLine.arguments[0]]
      _ = try ProgramRun.times(1, strip, in: folder)
      return
        try numbers
        .map { number in
          let peer = benchmark.peers[number]
          let command = [program, "--callgrind", benchmark.name, "--peer", "\(number)", "--rounds"]
          let few = try instructions(command + ["2"], in: folder)
          let many = try instructions(command + ["6"], in: folder)
          return BenchmarkFigure(
            name: "\(benchmark.name): \(peer.name)",
            value: Double(many - few) / 4 / Double(benchmark.unitCount),
            unit: "instructions",
            limit: peer.instructionLimit
          )
        }
    }
  }

  private static func instructions(_ command: [String], in folder: BenchmarkFolder) throws -> Int {
    let file = folder.path("callgrind")
    let valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=\(file)"]
    _ = try ProgramRun.times(1, valgrind + command, in: folder)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let total = lines.last { $0.hasPrefix("summary:") || $0.hasPrefix("totals:") }
    guard let count = total.flatMap({ Int($0.filter(\.isNumber)) }) else {
      throw BenchmarkError.programFailed(command, output: "callgrind wrote no total")
    }
    return count
  }
}
