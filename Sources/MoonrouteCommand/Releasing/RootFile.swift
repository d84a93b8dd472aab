#if Command && Releases
import ArgumentParser
import ReleaseTrust
import ScriptHost
import TextTools

/// The file of a trusted root.
enum RootFile {
  /// Reads a root; the error for another file names the right one.
  static func root(at path: String) throws -> (root: Root, bytes: [UInt8]) {
    let bytes = try bytes(of: path)
    do throws(TrustError) {
      return (try Root(trusting: bytes, file: path), bytes)
    } catch {
      throw ValidationError(
        "\(error)".printable + " Or give --root the file that 'moonroute keys new' wrote, such as"
          + " keys/1.root.json."
      )
    }
  }

  static func bytes(of path: String) throws -> [UInt8] {
    do throws(FileError) {
      if let bytes = try FileReader(limit: TrustLimit.rootBytes).bytes(of: path) { return bytes }
    } catch {
      throw ValidationError("\(error)".printable)
    }
    throw ValidationError("'\(path.printable)' does not exist. 'moonroute keys new' makes it.")
  }
}
#endif
