import Foundation

/// A folder of a test's own, with a copy of `.ci` where that is wanted.
struct Scratch {
  let folder: URL

  /// The folder of the package.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Makes the folder, hands it out, and removes it.
  static func with<Result>(_ body: (Scratch) throws -> Result) throws -> Result {
    let scratch = Scratch(
      folder: FileManager.default.temporaryDirectory
        .resolvingSymlinksInPath()
        .appendingPathComponent("ci-\(UUID().uuidString)")
    )
    try FileManager.default.createDirectory(
      at: scratch.folder,
      withIntermediateDirectories: true
    )
    defer { try? FileManager.default.removeItem(at: scratch.folder) }
    return try body(scratch)
  }

  /// Where a file lies.
  subscript(path: String) -> URL { folder.appendingPathComponent(path) }

  /// Copies a file or folder of the package.
  func copy(_ path: String) throws {
    let target = self[path]
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try FileManager.default.copyItem(at: Self.root.appendingPathComponent(path), to: target)
  }

  /// Writes a file, and the folders that it lies in.
  func write(_ text: String, to path: String) throws {
    try FileManager.default.createDirectory(
      at: self[path].deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: self[path])
  }

  /// Writes a shell script that can be run.
  func script(_ text: String, to path: String) throws {
    try write("#!/bin/sh\n\(text)\n", to: path)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: self[path].path
    )
  }

  /// The text of a file, or nothing when there is none.
  func text(of path: String) -> String {
    (try? String(contentsOf: self[path], encoding: .utf8)) ?? ""
  }
}
