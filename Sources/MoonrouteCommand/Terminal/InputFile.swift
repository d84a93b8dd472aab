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

  /// The limit of a file that is read as a whole, in bytes.
  private static let wholeLimit = 16 << 20

  /// Reads a whole file.
  static func bytes(of path: String) throws -> [UInt8] {
    var file = try InputFile(path)
    var bytes: [UInt8] = []
    while true {
      let block = try file.next()
      guard !block.isEmpty else { return bytes }
      bytes += block
      guard bytes.count <= wholeLimit else {
        Console.tell(
          "moonroute: '\(path)' is too large: at most \(wholeLimit) bytes are read."
        )
        throw ExitStatus.wrongUsage
      }
    }
  }
}
