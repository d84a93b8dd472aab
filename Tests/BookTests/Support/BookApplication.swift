import Foundation
import ScriptTesting
import Synchronization

/// The application for the examples of the book: `examples/book`.
enum BookApplication {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Runs spec files in a copy of the application.
  ///
  /// - Parameter files: Their texts by name.
  /// - Returns: A result for each test, and for each other failure.
  /// - Throws: An error if the files cannot be written.
  static func run(_ files: [String: String]) async throws -> [SpecResult] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("moonroute-book-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(at: root.appendingPathComponent("examples/book"), to: folder)
    let spec = folder.appendingPathComponent("spec")
    try FileManager.default.createDirectory(at: spec, withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(to: spec.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let results = Mutex<[SpecResult]>([])
    _ = await SpecRunner()
      .run(try SpecFinder().files(in: [spec.path])) { event in
        if case .ended(let result) = event { results.withLock { $0.append(result) } }
      }
    return results.withLock { $0 }
  }
}
