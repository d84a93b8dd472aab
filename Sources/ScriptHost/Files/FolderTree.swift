import TextTools

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The relevant folders and files below a folder, each folder once regardless of the links to it.
package struct FolderTree {
  package enum Links: Sendable {
    case none
    /// Links to folders below the root folder.
    case inside
    case all
  }

  /// The maximum number of folders, and their maximum depth.
  package static let folderLimit = 10_000
  package static let depthLimit = 64

  package static let nameLimit = 200_000

  /// The folders, the root first, by the paths under which they were found.
  package private(set) var folders: [String] = []

  /// The files, by the paths under which they were found.
  package private(set) var files: [String] = []

  /// The folders of files that are only reachable through links.
  private(set) var linkedFolders: Set<String> = []

  /// The reason why something was left out, or `nil` if the search was complete.
  package private(set) var problem: String?

  /// A folder by its device and its number on that device.
  private struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  private let root: String
  private let links: Links
  private let depth: Int
  private let folderLimit: Int
  private let nameLimit: Int
  private let matters: (String) -> Bool
  private var seen: Set<Identity> = []
  private var nameCount = 0
  private var remaining: [(path: String, depth: Int)] = []
  /// Links are followed last, so that a folder is found under its own name first.
  private var linked: [(path: String, depth: Int)] = []

  /// Lists a folder and everything below it.
  ///
  /// At the default depth, a deeper folder is a problem.
  package init(
    _ folder: String,
    following links: Links = .inside,
    depth: Int = depthLimit,
    folderLimit: Int = folderLimit,
    nameLimit: Int = nameLimit,
    where matters: @escaping (String) -> Bool = { WatchedNames.matters($0) }
  ) {
    root = FileReader.realPath(folder) ?? folder
    self.links = links
    self.depth = depth
    self.folderLimit = folderLimit
    self.nameLimit = nameLimit
    self.matters = matters
    remaining = [(folder, 0)]
    while let next = remaining.popLast() ?? linked.popLast() {
      guard visit(next.path, next.depth) else {
        problem =
          "'\(folder)' has more than \(folderLimit) folders or \(nameLimit) files. Move other"
          + " files elsewhere."
        return
      }
    }
  }

  /// Lists one folder, and returns whether to continue.
  private mutating func visit(_ path: String, _ depth: Int) -> Bool {
    guard let facts = Self.facts(path, stat), facts.st_mode & S_IFMT == S_IFDIR,
      seen.insert(Self.identity(facts)).inserted
    else { return true }
    guard depth <= self.depth else {
      guard self.depth == Self.depthLimit else { return true }
      problem = "'\(path)' is more than \(Self.depthLimit) folders deep. Move it up."
      return true
    }
    guard folders.count < folderLimit else { return false }
    folders.append(path)
    guard let names = names(in: path) else { return false }
    for name in names.sorted(by: >) {
      let entry = path.utf8.last == UInt8(ascii: "/") ? path + name : path + "/" + name
      switch Self.facts(entry, lstat).map({ $0.st_mode & S_IFMT }) {
      case nil: continue
      case S_IFDIR: remaining.append((entry, depth + 1))
      case S_IFLNK: add(link: entry, depth + 1)
      default: files.append(entry)
      }
    }
    return true
  }

  /// The relevant names in a folder, or `nil` if it has too many.
  private mutating func names(in path: String) -> [String]? {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        UnsafeRawPointer(tuple)
          .withMemoryRebound(to: CChar.self, capacity: 1) {
            String(cString: $0)
          }
      }
      guard name != ".", name != ".." else { continue }
      nameCount += 1
      guard nameCount <= nameLimit else { return nil }
      if matters(name) { names.append(name) }
    }
    return names
  }

  private mutating func add(link path: String, _ depth: Int) {
    // A link to a missing file is a name that may become a file.
    let isFolder = Self.facts(path, stat).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    if isFolder {
      if isFollowed(path) { linked.append((path, depth)) }
      return
    }
    files.append(path)
    guard let place = Self.target(of: path)?.folderOfPath else { return }
    let folder = String(place.dropLast())
    if isFollowed(folder) { linkedFolders.insert(folder) }
  }

  private func isFollowed(_ path: String) -> Bool {
    switch links {
    case .none: return false
    case .all: return true
    case .inside:
      guard let real = FileReader.realPath(path) else { return false }
      return FileReader.isBelow(real, root)
    }
  }

  /// The target of a link, relative to the same folder as its path.
  private static func target(of path: String) -> String? {
    let limit = Int(PATH_MAX)
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, length in
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard let start = buffer.baseAddress else { return }
        length = max(0, readlink(path, start, limit))
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard !text.isEmpty, let folder = path.folderOfPath else { return nil }
    return text.isWholePath ? text : folder + text
  }

  private static func facts(
    _ path: String,
    _ look: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> Int32
  ) -> stat? {
    var facts = stat()
    return look(path, &facts) == 0 ? facts : nil
  }

  private static func identity(_ facts: stat) -> Identity {
    Identity(
      device: UInt64(truncatingIfNeeded: facts.st_dev),
      number: UInt64(truncatingIfNeeded: facts.st_ino)
    )
  }
}

enum WatchedNames {
  /// Whether a file with this name may be a script, and not an editor's temporary file.
  static func matters(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: "#")
    else { return false }
    if name.hasSuffix("~") || name.hasSuffix(".swp") || name.hasSuffix(".tmp") { return false }
    return !name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
