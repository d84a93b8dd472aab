#if Command
import ArgumentParser
import ScriptHost
import TextTools

/// A file that `--save` writes and `--against` reads.
struct SnapshotFile {
  private static let byteLimit = 256 << 20

  private let path: String
  private let reader: FileReader

  init(_ path: String, limit: Int = byteLimit) {
    (self.path, reader) = (path, FileReader(limit: limit))
  }

  /// Whether a file of this size can be read.
  func allows(_ size: Int) -> Bool { size <= reader.limit }

  /// Writes the whole file.
  ///
  /// - Throws: ``ExitStatus/internalError`` after printing why it cannot be written.
  func write(_ bytes: [UInt8]) throws {
    try OutputFile(path, by: reader.writer).close(with: bytes)
  }

  func bytes() throws -> [UInt8] {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try reader.bytes(of: path)
    } catch {
      throw ValidationError("\(error)".printable)
    }
    guard let bytes else {
      throw ValidationError("There is no file '\(path.printable)'. Write it with --save.")
    }
    return bytes
  }
}
#endif
