#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that is read in blocks, or standard input, which is named `-`.
struct InputFile: ~Copyable {
  private static let blockBytes = 1 << 18

  /// The name for messages.
  let name: String

  private let descriptor: Int32
  private var block = [UInt8](repeating: 0, count: blockBytes)

  init(_ path: String) throws {
    if path == "-" {
      (name, descriptor) = ("standard input", 0)
      return
    }
    name = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.problem(path) }
  }

  deinit { if descriptor > 0 { _ = close(descriptor) } }

  /// Reads the next block, which is empty at the end.
  mutating func next() throws -> ArraySlice<UInt8> {
    let count = block.withUnsafeMutableBytes { StandardStream.read(into: $0, from: descriptor) }
    guard count >= 0 else { throw Self.problem(name) }
    return block[..<count]
  }

  private static func problem(_ path: String) -> ExitStatus {
    let reason = StandardStream.lastError
    Console.tell("moonroute: cannot read '\(path)': \(reason)")
    return .wrongUsage
  }
}
