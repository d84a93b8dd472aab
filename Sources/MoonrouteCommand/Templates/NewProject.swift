import Foundation
import Moonroute
import ScriptHost

/// An application that is made in a folder, with all its files or none.
struct NewProject {
  /// Something that keeps it from being made.
  struct Problem: Error {
    let message: String
  }

  /// The folder.
  let folder: String

  let template: ProjectTemplate

  /// The name of the application: that of its folder.
  var name: String { URL(fileURLWithPath: folder).standardized.lastPathComponent }

  /// The files, by their paths.
  private var files: [(path: String, text: String)] {
    template.files(name: name)
  }

  /// Writes the files into the folder, which is made if it is not there.
  ///
  /// - Returns: The number of files.
  /// - Throws: ``Problem`` when the folder has content or cannot be written; then it is as it was.
  @MainActor
  func write() async throws(Problem) -> Int {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    let exists = manager.fileExists(atPath: folder, isDirectory: &isFolder)
    guard !exists || isFolder.boolValue else {
      throw Problem(message: "'\(folder)' is a file. Name a folder that is empty or not there.")
    }
    let content = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
    if let first = content.sorted().first(where: { $0 != ".git" }) {
      throw Problem(
        message: "The folder '\(folder)' has content, such as '\(first)'."
          + " Name one that is empty or not there."
      )
    }
    var made: [String] = exists ? [] : [folder]
    do {
      for (path, text) in files {
        let file = URL(fileURLWithPath: folder).appendingPathComponent(path)
        // The outermost folder or file of each path is what there was not before.
        let outermost = folder + "/" + (path.split(separator: "/").first.map(String.init) ?? path)
        if exists, !made.contains(outermost) { made.append(outermost) }
        try manager.createDirectory(
          at: file.deletingLastPathComponent(),
          withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
      }
      if exists { made += [".moonroute", ".luarc.json"].map { folder + "/" + $0 } }
      return files.count + (try await writeTypes())
    } catch {
      for path in made.reversed() { try? manager.removeItem(atPath: path) }
      throw Problem(message: "'\(folder)' cannot be written: \(error.localizedDescription)")
    }
  }

  /// Writes what editors read, as `moonroute types` does.
  ///
  /// - Returns: The number of files.
  @MainActor
  private func writeTypes() async throws -> Int {
    let host = try HeadlessScripts(.folder(folder))
      .silentHost(in: try Application(on: MainActor.shared))
    try await host.load()
    let types = await DefinitionFolder(folder, of: host, offers: nil)
    let stale = try types.stale()
    try types.write(stale)
    return stale.count
  }
}
