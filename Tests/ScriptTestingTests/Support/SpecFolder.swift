import Foundation

/// A folder with files that is removed with its last reference.
final class SpecFolder {
  let path: String

  /// Writes files.
  init(_ files: [String: String]) throws {
    path = NSTemporaryDirectory() + "specs-" + UUID().uuidString
    for (name, text) in files {
      let file = URL(fileURLWithPath: path).appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The whole path of a file.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}
