#if Command
import Foundation
import ScriptHost

/// The place of an application, and its name for people.
struct ApplicationPlace {
  /// The path of the folder.
  let folder: String

  /// The name of the folder, or of the file.
  let name: String

  /// Finds the place of scripts.
  init(_ source: ScriptSource) {
    let (path, isFile): (String, Bool) =
      switch source {
      case .folder(let path): (path, false)
      case .file(let path): (path, true)
      case .files: (".", false)
      }
    let url = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
    name = url.lastPathComponent
    folder = isFile ? url.deletingLastPathComponent().path : url.path
  }
}
#endif
