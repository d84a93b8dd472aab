#if Command
import ArgumentParser
import ScriptHost
import TextTools

/// A bundle that an argument names.
enum BundleFile {
  static let ending = ".tar"

  static func bytes(of path: String) throws -> [UInt8] {
    do throws(FileError) {
      if let bytes = try FileReader(limit: ScriptBundle.archiveBytes).bytes(of: path) {
        return bytes
      }
    } catch {
      throw ValidationError("\(error)".printable)
    }
    throw ValidationError("'\(path.printable)' does not exist. 'moonroute bundle' writes a bundle.")
  }

  static func read(_ path: String) throws -> ScriptBundle {
    let bytes = try bytes(of: path)
    do throws(BundleError) {
      return try ScriptBundle(bytes)
    } catch {
      throw ValidationError("'\(path.printable)' is not a bundle: \(error)")
    }
  }
}
#endif
