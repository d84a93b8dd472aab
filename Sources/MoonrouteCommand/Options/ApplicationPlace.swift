#if Command
import ScriptHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The folder of an application, and its display name.
struct ApplicationPlace {
  let folder: String

  let name: String

  static func isFolder(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/.")
  }

  init(_ source: ScriptSource) {
    let (path, isFile): (String, Bool) =
      switch source.kind {
      case .folder(let path): (path, false)
      case .file(let path): (path, true)
      case .texts: (".", false)
      }
    let url = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
    name = url.lastPathComponent
    folder = isFile ? url.deletingLastPathComponent().path : url.path
  }
}
#endif
