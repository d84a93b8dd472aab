#if Releases
package import ReleaseTrust
package import ScriptHost
import TextTools

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A depot in a folder, which one author at a time changes.
package struct DepotFolder: Sendable {
  package enum Failure: Error, CustomStringConvertible {
    case file(FileError)
    case trust(TrustError)
    /// Another author has published since this author looked.
    case changed(channels: Int64)
    case notADepot(String)
    case exists(String)

    package var description: String {
      switch self {
      case .file(let error): "\(error)"
      case .trust(let error): error.description
      case .changed(let version): "The depot is now at #\(version). Look at it and try again."
      case .notADepot(let folder):
        "'\(folder)' is not a depot: it has no metadata/1.root.json. 'moonroute keys new' makes one."
      case .exists(let path): "'\(path)' exists. Name a new folder, or remove the old depot."
      }
    }
  }

  /// The most files of metadata that are read.
  private static let fileLimit = 100_000

  package let folder: String

  package init(_ folder: String) { self.folder = folder }

  /// Reads the metadata and the records of the channels.
  package func author() throws(Failure) -> DepotAuthor {
    let files = try files()
    guard files["metadata/1.root.json"] != nil else { throw .notADepot(folder) }
    do throws(TrustError) {
      return try DepotAuthor(files)
    } catch {
      throw .trust(error)
    }
  }

  /// Returns the bytes of a file of the depot.
  package func bytes(of path: String, limit: Int) throws(Failure) -> [UInt8]? {
    do throws(FileError) {
      return try FolderFeed(folder).read(path, limit: limit)
    } catch {
      throw .file(error)
    }
  }

  private func files() throws(Failure) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for part in ["metadata", "targets/channels"] {
      let root = "\(folder)/\(part)"
      let tree = FolderTree(root, following: .none, depth: 1) { $0.hasSuffix(".json") }
      for path in tree.files.prefix(Self.fileLimit) {
        guard let name = path.path(below: root) else { continue }
        files["\(part)/\(name)"] = try bytes(of: "\(part)/\(name)", limit: TrustLimit.rootBytes)
      }
    }
    return files
  }

  // MARK: Writing

  /// Throws if the folder already has a depot.
  package func expectNew() throws(Failure) {
    guard try files().isEmpty else { throw .exists("\(folder)/metadata") }
  }

  /// Writes the files of a new depot.
  package func create(_ files: [DepotFile]) throws(Failure) {
    try expectNew()
    try write(files)
  }

  /// Changes the depot, unless another author changed it since `known` was read.
  ///
  /// - Parameters:
  ///   - known: The state on which the change is based.
  ///   - files: Files to write first, such as a bundle.
  ///   - change: Makes the new files; called while no other author can write.
  /// - Throws: ``Failure/changed(channels:)`` if another author was faster, or another failure; the
  ///   depot is then as before.
  package func change(
    since known: DepotAuthor,
    adding files: [DepotFile] = [],
    _ change: (DepotAuthor) throws(TrustError) -> [DepotFile]
  ) throws(Failure) {
    let descriptor = open("\(folder)/metadata", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .notADepot(folder) }
    // Closing the folder releases the lock, also if the process is killed.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    let now = try author()
    guard now.stateID == known.stateID else { throw .changed(channels: now.channelsVersion) }
    let changed: [DepotFile]
    do throws(TrustError) {
      changed = try change(now)
    } catch {
      throw .trust(error)
    }
    try write(files + changed)
  }

  /// Writes files in their order; the timestamp is the last one and makes them visible.
  private func write(_ files: [DepotFile]) throws(Failure) {
    do throws(FileError) {
      try FileWriter.named.makeFolder(folder)
      let writer = FileWriter(below: [folder], limit: TrustLimit.bundleBytes)
      for file in files { try writer.write(file.bytes, to: "\(folder)/\(file.path)") }
    } catch {
      throw .file(error)
    }
  }
}

extension DepotAuthor {
  /// The versions that a change is based on.
  fileprivate var stateID: [Int64] { [rootVersion, releasesVersion, channelsVersion] }
}
#endif
