import MessageStream
import ScriptHost
import TextTools

/// Maps script names to an editor's paths.
///
/// Scripts have names such as `routes/cart.lua`, relative to their folder. An editor's path may
/// contain symbolic links, refer to a copy elsewhere, differ in case, or be a URI. A wrong mapping
/// would give breakpoints that are never hit.
struct ScriptPaths {
  /// The folders of the scripts in search order, in their original spelling.
  private(set) var roots: [String] = []

  /// The folder of the editor's copy of the scripts, if specified.
  var localRoot: String? {
    didSet { localRoot = localRoot.map { Self.cleaned($0) } }
  }

  var names: Set<String> = []

  /// Names of files outside of the folders, such as specs, by path.
  private var exact: [String: String] = [:]

  /// The names of scripts that the editor knows by number: their index plus one.
  private(set) var references: [String] = []

  private var spellings: [String: String] = [:]

  /// The folder of the editor's scripts, derived from its paths.
  private var learned: String?

  mutating func add(folder: String?, files: [String: String]) {
    if let folder {
      let root = Self.cleaned(Self.absolute(folder))
      if !roots.contains(root) { roots.append(root) }
    }
    for (path, name) in files { exact[Self.cleaned(Self.absolute(path))] = name }
  }

  // MARK: From the editor

  /// The name of the script at an editor's path, or `nil` if it is not a known script; it is
  /// remembered, so that the editor gets the same path back.
  mutating func name(ofPath path: String) -> String? {
    let cleaned = Self.cleaned(path)
    guard let name = findName(cleaned) else { return nil }
    spellings[name] = path
    if cleaned.hasSuffix("/" + name), !roots.contains(where: { Self.isInside(cleaned, $0) }) {
      learned = String(Substring(cleaned.utf8.dropLast(name.utf8.count + 1)))
    }
    return name
  }

  private func findName(_ path: String) -> String? {
    let real = FileReader.realPath(path)
    let spellings = [path] + (real.map { [$0] } ?? [])
    for spelling in spellings {
      if let name = exact[spelling] { return name }
      for (file, name) in exact where FileReader.realPath(file) == spelling { return name }
    }
    if let localRoot, let name = Self.rest(of: path, below: localRoot) { return known(name) }
    for root in roots.flatMap({ [$0] + (FileReader.realPath($0).map { [$0] } ?? []) }) {
      for spelling in spellings {
        if let name = Self.rest(of: spelling, below: root) { return known(name) }
      }
    }
    // An existing local file outside of the folders is a different script.
    if !roots.isEmpty, real != nil { return nil }
    return suffix(of: path)
  }

  /// The loaded script with this name, ignoring case, or the name itself.
  private func known(_ name: String) -> String {
    guard !names.contains(name) else { return name }
    let lower = name.lowercased()
    let similar = names.filter { $0.lowercased() == lower }
    return similar.count == 1 ? similar.first ?? name : name
  }

  /// The loaded script with the longest name that is a suffix of a path.
  private func suffix(of path: String) -> String? {
    let lower = path.lowercased()
    let found = names.filter { lower.hasSuffix("/" + $0.lowercased()) || lower == $0.lowercased() }
    let longest = found.map(\.utf8.count).max()
    let best = found.filter { $0.utf8.count == longest }
    return best.count == 1 ? best.first : best.first { path.hasSuffix("/" + $0) }
  }

  // MARK: To the editor

  /// The editor's path of a script, or `nil` if the script is not on disk.
  func path(ofName name: String) -> String? {
    if let path = spellings[name] { return path }
    if let path = exact.first(where: { $0.value == name })?.key { return path }
    guard !name.hasPrefix("("), !name.hasPrefix("//") else { return nil }
    if let folder = localRoot ?? learned { return folder + "/" + name }
    for root in roots {
      let path = root + "/" + name
      if FileReader.realPath(path) != nil { return path }
    }
    return nil
  }

  /// The number of a script that is not on disk, constant during the session.
  mutating func reference(of name: String) -> Int {
    if let index = references.firstIndex(of: name) { return index + 1 }
    references.append(name)
    return references.count
  }

  /// The message for a path that is not a script.
  func refusal(of path: String) -> String {
    guard let root = roots.first else {
      return
        "'\(path)' is not a script of the application. Set 'localRoot' to the editor's copy."
    }
    return "'\(path)' is not a script of the application in '\(root)'."
      + " Set 'localRoot' to the editor's copy."
  }

  // MARK: Paths

  /// Normalizes a path: removes a URI scheme, backslashes, `.` and `..`, and final slashes.
  static func cleaned(_ path: String) -> String {
    var path = FileURI.path(ofURI: path) ?? path
    // A Windows drive: the editor is on another machine.
    let isDrive = path.dropFirst().first == ":" && path.first?.isLetter == true
    if isDrive || path.hasPrefix("\\\\") { path = path.replacing("\\", with: "/") }
    var parts: [Substring] = []
    for part in path.pathParts where part != "." {
      if part == "..", parts.last.map({ $0 != ".." }) == true {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.isWholePath ? "/" : "") + parts.joined(separator: "/")
  }

  private static func absolute(_ path: String) -> String {
    guard !path.isWholePath, let here = FileReader.realPath(".") else { return path }
    return here + "/" + path
  }

  private static func isInside(_ path: String, _ folder: String) -> Bool {
    path.path(below: folder) != nil
  }

  /// The path relative to a folder, or `nil` outside of it.
  private static func rest(of path: String, below folder: String) -> String? {
    if let rest = path.path(below: folder) { return rest }
    let lower = folder.lowercased() + "/"
    // On a case-insensitive file system, the folder may be spelled in another case; on a
    // case-sensitive one, that folder does not exist.
    guard path.lowercased().hasPrefix(lower), FileReader.realPath(path) == nil else { return nil }
    return String(path.dropFirst(folder.count + 1))
  }
}
