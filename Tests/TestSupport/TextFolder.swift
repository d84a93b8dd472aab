import Foundation

/// A folder with files that is removed with its last reference.
public final class TextFolder: Sendable {
  /// The absolute path of the folder.
  public let path: String

  /// Writes files, given by their relative paths.
  public init(_ files: [String: String]) throws {
    path = NSTemporaryDirectory() + "texts-" + UUID().uuidString
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

  /// The relative paths of all files and folders, sorted.
  public var names: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: path).sorted() }
  }

  /// The text of a file.
  public func text(of name: String) throws -> String {
    try String(contentsOfFile: self(name), encoding: .utf8)
  }

  /// The absolute path of a file.
  public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}
