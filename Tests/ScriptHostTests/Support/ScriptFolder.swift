import Foundation

/// A temporary folder of scripts, removed after the test.
final class ScriptFolder: Sendable {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    let base = FileManager.default.temporaryDirectory.path
    path = "\(base)/moonroute-scripts-\(UUID().uuidString)/app"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    try? FileManager.default.removeItem(atPath: "/" + folder)
  }

  /// Writes a file, and creates its folders if necessary.
  func write(_ name: String, _ text: String) throws {
    let file = "\(path)/\(name)"
    let folder = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
    try FileManager.default.createDirectory(
      atPath: String(folder),
      withIntermediateDirectories: true
    )
    guard let handle = fopen(file, "w") else { throw CocoaError(.fileWriteUnknown) }
    fputs(text, handle)
    fclose(handle)
  }

  /// Runs a shell line in the folder.
  ///
  /// - Returns: Its exit status.
  @discardableResult
  func shell(_ line: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", line]
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
