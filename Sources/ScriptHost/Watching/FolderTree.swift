#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The folders and files below a folder that matter, links followed, each folder once.
struct FolderTree {
  /// The most folders that are looked at.
  private static let limit = 10_000

  /// The folders, this one first, by the paths under which they were found.
  private(set) var folders: [String] = []

  /// The files, by the paths under which they were found.
  private(set) var files: [String] = []

  /// The folders of files that only links lead to.
  private(set) var linkedFolders: Set<String> = []

  private var seen: Set<String> = []

  /// Looks at a folder and all below it.
  init(_ folder: String) {
    var waiting = [folder]
    while let next = waiting.popLast(), folders.count < Self.limit {
      guard isFolder(next), seen.insert(real(next)).inserted else { continue }
      folders.append(next)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: next)) ?? []
      for name in names.sorted(by: >) where WatchedNames.matters(name) {
        let path = next + "/" + name
        if isFolder(path) { waiting.append(path) } else { add(file: path) }
      }
    }
  }

  private mutating func add(file path: String) {
    files.append(path)
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
      return
    }
    let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
    let whole = target.hasPrefix("/") ? target : folder + "/" + target
    if let slash = whole.lastIndex(of: "/") { linkedFolders.insert(String(whole[..<slash])) }
  }

  private func isFolder(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/.")
  }

  /// What tells a folder from every other, whatever links lead to it.
  private func real(_ path: String) -> String {
    let facts = try? FileManager.default.attributesOfItem(atPath: path + "/.")
    let device = (facts?[.systemNumber] as? Int) ?? 0
    let number = (facts?[.systemFileNumber] as? Int) ?? 0
    return number == 0 ? path : "\(device):\(number)"
  }
}
