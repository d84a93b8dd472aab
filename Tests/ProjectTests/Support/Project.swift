import Foundation

/// The files of this checkout, as text.
enum Project {
  /// The folder that contains `Package.swift`.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all files below some folders, relative to the root, in order.
  ///
  /// - Parameters:
  ///   - folders: Folders of the root, such as `Sources`.
  ///   - extensions: The accepted extensions, without a dot. Empty accepts every file.
  /// - Returns: The paths, sorted.
  static func files(below folders: [String], extensions: Set<String> = []) -> [String] {
    var paths: [String] = []
    for folder in folders {
      let walk = FileManager.default.enumerator(
        at: root.appending(path: folder),
        includingPropertiesForKeys: [.isRegularFileKey],
        options: .skipsHiddenFiles
      )
      while let file = walk?.nextObject() as? URL {
        let values = try? file.resourceValues(forKeys: [.isRegularFileKey])
        guard values?.isRegularFile == true else { continue }
        guard extensions.isEmpty || extensions.contains(file.pathExtension) else { continue }
        let start = root.standardizedFileURL.path.count + 1
        paths.append(String(file.standardizedFileURL.path.dropFirst(start)))
      }
    }
    return paths.sorted()
  }

  /// The text of a file.
  static func text(_ path: String) throws -> String {
    try String(decoding: Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }
}
