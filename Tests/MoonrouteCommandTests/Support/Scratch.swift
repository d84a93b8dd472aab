import Foundation

/// A temporary folder.
struct Scratch {
  let folder: URL

  /// Creates the folder.
  init() throws {
    let name = "moonroute-tests-\(UUID().uuidString)"
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  subscript(name: String) -> URL { folder.appendingPathComponent(name) }

  /// Removes the folder with everything in it.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Writes files with their folders, by their paths below a folder.
  func write(_ files: [String: String], in folder: String = ".") throws {
    for (name, text) in files {
      let file = self["\(folder)/\(name)"]
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
    }
  }
}
