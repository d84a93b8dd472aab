#if Command && Releases
import ArgumentParser
import ReleaseTrust
import ScriptHost
import TextTools

/// The file of a trusted root.
enum RootFile {
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
