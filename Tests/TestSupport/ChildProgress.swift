import Foundation

/// The name of what a child process is at, so that its parent can tell it when the child is gone.
///
/// Many attacks share one child process: one that brings it down is named all the same.
public struct ChildProgress: Codable, Sendable {
  private let path: String

  /// Makes a file for the name, which nothing has been written to.
  public init() {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("moonroute-child-\(UUID().uuidString)").path
  }

  /// Writes what the child begins with now.
  public func begin(_ name: String) throws {
    try Data(name.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// The name that was written last, and removes the file.
  public func end() -> String {
    defer { try? FileManager.default.removeItem(atPath: path) }
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? "nothing"
  }
}
