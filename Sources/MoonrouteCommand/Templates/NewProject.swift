import Moonroute
import ScriptAnalysis
import ScriptHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A new application in a folder, created with all its files or not at all.
struct NewProject {
  /// The reason why it cannot be created.
  struct FolderError: Error {
    let message: String
  }

  let folder: String

  let template: ProjectTemplate

  var name: String { URL(fileURLWithPath: folder).standardized.lastPathComponent }

  private var files: [(path: String, text: String)] {
    template.files(name: name)
  }

  /// Writes the files into the folder, which is created if necessary.
  ///
  /// - Returns: The number of files.
  /// - Throws: ``FolderError`` if the folder has content or cannot be written. The folder is then
  ///   unchanged.
  @MainActor
  func write() async throws(FolderError) -> Int {
    let manager = FileManager.default
    let exists = manager.fileExists(atPath: folder)
    guard !exists || ApplicationPlace.isFolder(folder) else {
      throw FolderError(
        message: "'\(folder)' is a file. Name a folder that is empty or does not exist."
      )
    }
    let content = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
    if let first = content.sorted().first(where: { $0 != ".git" }) {
      throw FolderError(
        message: "The folder '\(folder)' has content, such as '\(first)'."
          + " Name one that is empty or does not exist."
      )
    }
    do {
      try FileWriter.named.makeFolder(folder)
      let writer = writer
      for (path, text) in files { try writer.write(Array(text.utf8), to: "\(folder)/\(path)") }
      return files.count + (try await writeTypes())
    } catch {
      removeContent()
      if !exists { try? FileWriter.named.remove(folder) }
      let reason =
        if case .refused(_, let reason)? = error as? FileError { reason } else { "\(error)" }
      throw FolderError(message: "'\(folder)' cannot be written: \(reason)")
    }
  }

  private var writer: FileWriter { FileWriter(below: [folder], limit: AnalysedScript.byteLimit) }

  /// Removes everything from the folder, which contained at most a `.git` folder.
  private func removeContent() {
    let writer = writer
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    // Remove the content of a folder before the folder.
    for path in paths.sorted(by: >) where path != ".git" && !path.hasPrefix(".git/") {
      try? writer.remove("\(folder)/\(path)")
    }
  }

  /// Writes the files for editors, like `moonroute types`.
  @MainActor
  private func writeTypes() async throws -> Int {
    let host = try HeadlessScripts(.folder(folder))
      .silentHost(in: try LinkRouter())
    try await host.load()
    let types = await DefinitionFolder(folder, of: host, offers: nil)
    let stale = try types.stale()
    try types.write(stale)
    return stale.count
  }
}
