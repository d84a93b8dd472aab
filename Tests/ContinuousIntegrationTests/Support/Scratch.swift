import Foundation
import TestSupport

/// A temporary folder, optionally with a copy of `.ci`.
struct Scratch {
  let folder: URL

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Creates the folder, passes it to a function, and removes it.
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

  /// The URL of a file.
  subscript(path: String) -> URL { folder.appendingPathComponent(path) }

  /// Copies a file or folder of the package.
  func copy(_ path: String) throws {
    let target = self[path]
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Self.copy(Self.root.appendingPathComponent(path), to: target)
  }

  /// Copies in a separate process.
  ///
  /// A process that another test starts meanwhile briefly inherits the open files of this one, and
  /// a script that is open for writing cannot run.
  private static func copy(_ source: URL, to target: URL) throws {
    let run = try ProgramRun(
      URL(fileURLWithPath: "/bin/cp"),
      ["-R", source.path, target.path],
      environment: [:]
    )
    guard run.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Writes a file, and creates its folders.
  func write(_ text: String, to path: String) throws {
    try FileManager.default.createDirectory(
      at: self[path].deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: self[path])
  }

  /// Writes an executable shell script.
  func script(_ text: String, to path: String) throws {
    let draft = path + ".draft"
    try write("#!/bin/sh\n\(text)\n", to: draft)
    try Self.copy(self[draft], to: self[path])
    try FileManager.default.removeItem(at: self[draft])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: self[path].path
    )
  }

  /// The text of a file, or empty text if it does not exist.
  func text(of path: String) -> String {
    (try? String(contentsOf: self[path], encoding: .utf8)) ?? ""
  }
}
