import Foundation

/// The current task of a child process, for its parent to report after a crash.
///
/// Many attacks share one child process; this identifies the attack that crashed it.
public struct ChildProgress: Codable, Sendable {
  private let path: String

  /// Creates an empty file for the name.
  public init() {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("moonroute-child-\(UUID().uuidString)").path
  }

  /// Writes the name of the child's next task.
  public func begin(_ name: String) throws {
    try Data(name.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// Returns the last written name, and removes the file.
  public func end() -> String {
    defer { try? FileManager.default.removeItem(atPath: path) }
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? "nothing"
  }
}
