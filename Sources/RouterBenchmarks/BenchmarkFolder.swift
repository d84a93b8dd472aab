import Foundation

/// A temporary folder for measurements.
struct BenchmarkFolder {
  let root: String

  static func with<Result>(_ body: (Self) throws -> Result) throws -> Result {
    let root = FileManager.default.temporaryDirectory.path + "/moonroute-programs-\(getpid())"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    return try body(Self(root: root))
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: url, options: .atomic)
    return url.path
  }
}
