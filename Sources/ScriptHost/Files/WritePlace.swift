import TextTools

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The place of a file to write: a trusted folder, and the names below it.
///
/// Links are resolved only on the way to the trusted folder. That is the outermost of these on the
/// way: the current folder, a folder that confines the files, the folder of an application.
struct WritePlace {
  /// The trusted folder, links resolved.
  private(set) var folder: String
  /// The names below it; the last one is the name of the file.
  private(set) var names: [String] = []
  /// Whether the last part of the path is a link outside every trusted folder.
  private(set) var isLinked = false
  /// Whether the path can only be opened as it is: a link to a pipe, or to a missing file.
  private(set) var isOpaque = false

  private let roots: [String]
  private let current: String?
  private var isTrusted = false

  /// Finds the place of a path; the `roots` that confine the files have their links resolved.
  init(of path: String, roots: [String]) {
    self.roots = roots
    let here = FileReader.realPath(".")
    // `/` contains everything, including devices: it is not the folder of a project.
    current = here == "/" ? nil : here
    folder = path.isWholePath ? "/" : here ?? "/"
    isTrusted = trusts(folder)
    let parts = path.pathParts.map(String.init)
    for (index, part) in parts.enumerated() where part != "." {
      isLinked = false
      if part == ".." { leave() } else { enter(part, isLast: index == parts.count - 1) }
      if isOpaque { return }
    }
    if names.isEmpty, folder != "/" { names = [detach()] }
  }

  /// The path with links resolved, if the names below the trusted folder are not links.
  var path: String { names.reduce(folder) { Self.joined($0, $1) } }

  var isConfined: Bool { roots.contains { FileReader.isBelow(path, $0) } }

  mutating func append(_ name: String) { names.append(name) }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder == "/" ? "/" + name : folder + "/" + name
  }

  private func trusts(_ folder: String) -> Bool {
    if let current, FileReader.isBelow(folder, current) { return true }
    return roots.contains { FileReader.isBelow(folder, $0) }
      || folder != "/" && access(folder + "/main.lua", F_OK) == 0
  }

  private mutating func leave() {
    if !names.isEmpty {
      names.removeLast()
    } else if folder != "/" {
      _ = detach()
      isTrusted = trusts(folder)
    }
  }

  /// Leaves the folder, and returns its name.
  private mutating func detach() -> String {
    let name = String(folder.lastPathPart)
    let above = folder.folderOfPath.map { String($0.dropLast()) } ?? ""
    folder = above.isEmpty ? "/" : above
    return name
  }

  private mutating func enter(_ name: String, isLast: Bool) {
    guard !isTrusted, names.isEmpty else { return names.append(name) }
    let next = Self.joined(folder, name)
    var facts = stat()
    let isLink = lstat(next, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
    guard let real = FileReader.realPath(next) else {
      names.append(name)
      isOpaque = isLink
      return
    }
    folder = real
    isLinked = isLink && isLast
    isTrusted = trusts(real)
  }
}
