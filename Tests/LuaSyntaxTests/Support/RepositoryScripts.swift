import Foundation

/// The Lua files of this repository.
enum RepositoryScripts {
  static let all: [(path: String, text: [UInt8])] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return ["scripts", "examples", "Tests"]
      .flatMap { folder in
        let base = root.appendingPathComponent(folder).path
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: base)) ?? []
        return paths.filter { $0.hasSuffix(".lua") }.sorted()
          .compactMap { path in
            FileManager.default.contents(atPath: "\(base)/\(path)").map { (path, Array($0)) }
          }
      }
  }()
}
