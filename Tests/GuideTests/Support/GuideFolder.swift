import Foundation
import Synchronization

/// A folder of files for the program of a guide.
struct GuideFolder {
  private let url: URL

  var path: String { url.path }

  /// Creates a folder.
  ///
  /// - Parameter files: The contents of the files by path.
  /// - Throws: An error if the files cannot be written.
  init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("moonroute-guide-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (path, text) in files { try write(path, text) }
  }

  func write(_ path: String, _ text: String) throws {
    let file = url.appendingPathComponent(path)
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}

/// Lines that the program of a guide writes, from any thread.
final class GuideLines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
