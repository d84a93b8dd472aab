import Foundation

/// A folder of its own, to be removed.
struct Scratch {
  /// The folder.
  let folder: URL

  /// Makes the folder.
  init() throws {
    let name = "moonroute-tests-\(UUID().uuidString)"
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// A file in the folder.
  subscript(name: String) -> URL { folder.appendingPathComponent(name) }

  /// A new file in the folder, to be written.
  func handle(_ name: String) throws -> FileHandle {
    try Data().write(to: self[name])
    return try FileHandle(forWritingTo: self[name])
  }

  /// Removes the folder with all that is in it.
  func remove() { try? FileManager.default.removeItem(at: folder) }
}
