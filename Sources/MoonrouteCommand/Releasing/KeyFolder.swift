#if Command && Releases
import ArgumentParser
import ReleaseTrust
import ScriptHost
import ScriptReleases
import TextTools

/// A new folder with keys and the root that lists them.
struct KeyFolder {
  let path: String

  func key(_ name: String) -> String { "\(path)/\(name).pem" }

  func root(_ version: Int64) -> String { "\(path)/\(version).root.json" }

  /// Throws if a file exists that would be written.
  func expectNew(_ names: [String], root version: Int64) throws {
    for path in names.map(key) + [root(version)] where SideReader.isPath(path) {
      throw ValidationError("'\(path.printable)' exists. Name a new folder with --output.")
    }
  }

  func write(_ keys: [(name: String, key: PrivateKey)]) throws(FileError) {
    for (name, key) in keys {
      try FileWriter.named.write(Array(key.pem.utf8), to: self.key(name), isPrivate: true)
    }
  }

  func remove(_ names: [String]) {
    for name in names { try? FileWriter.named.remove(key(name)) }
  }

  func writeRoot(_ bytes: [UInt8], version: Int64) throws(FileError) {
    try FileWriter.named.write(bytes, to: root(version))
  }
}
#endif
