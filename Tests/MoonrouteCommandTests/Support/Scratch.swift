import Foundation

/// A temporary folder.
struct Scratch {
  let folder: URL

<<<<<<< HEAD
  /// Creates the folder.
=======
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
  init() throws {
    let name = "moonroute-tests-\(UUID().uuidString)"
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  subscript(name: String) -> URL { folder.appendingPathComponent(name) }

<<<<<<< HEAD
  /// A new file in the folder, open for writing.
=======
  /// A new writable file in the folder.
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
  func handle(_ name: String) throws -> FileHandle {
    try Data().write(to: self[name])
    return try FileHandle(forWritingTo: self[name])
  }

<<<<<<< HEAD
  /// Removes the folder with everything in it.
=======
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
  func remove() { try? FileManager.default.removeItem(at: folder) }
}
