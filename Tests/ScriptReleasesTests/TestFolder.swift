#if Releases
import Foundation

enum TestFolder {
  /// Runs a body with the path of a temporary folder, which does not exist yet.
  static func run(_ body: (String) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "moonroute-store-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
  }
}
#endif
