import Foundation

/// The files of this checkout, as text.
enum Project {
  /// The folder that holds `Package.swift`.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all files below some folders, relative to the root, in order.
  ///
  /// - Parameters:
  ///   - folders: Folders of the root, such as `Sources`.
  ///   - extensions: The endings to take, without a dot; empty takes every file.
  static func files(below folders: [String], extensions: Set<String> = []) -> [String] {
    folders
      .flatMap { folder in
        let walk = FileManager.default.enumerator(
          at: root.appending(path: folder),
          includingPropertiesForKeys: [.isRegularFileKey],
          options: .skipsHiddenFiles
        )
        return (walk?.allObjects ?? []).compactMap { $0 as? URL }
      }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
      .filter { extensions.isEmpty || extensions.contains($0.pathExtension) }
      .map { String($0.standardizedFileURL.path.dropFirst(root.standardizedFileURL.path.count + 1)) }
      .sorted()
  }

  /// The text of a file.
  static func text(_ path: String) throws -> String {
    try String(decoding: Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }
}
