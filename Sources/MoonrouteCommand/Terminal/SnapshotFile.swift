#if Command
import ArgumentParser
import ScriptHost
import TextTools

/// A file that `--save` wrote, for `--against`.
struct SnapshotFile {
  private static let byteLimit = 256 << 20

  private let path: String

  init(_ path: String) { self.path = path }

  func bytes() throws -> [UInt8] {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try FileReader(limit: Self.byteLimit).bytes(of: path)
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
