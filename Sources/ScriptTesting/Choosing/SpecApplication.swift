import LuaSyntax
import ScriptHost

/// Distinguishes an application's `main.lua` from that of another program, such as a game or a
/// tool.
///
/// A folder holds an application if its `main.lua`, or a module of the folder that it requires,
/// uses `router`. If no script does, it still counts unless a script uses a foreign API.
struct SpecApplication {
  let folder: String

  /// The largest number of scripts that it reads.
  private static let scriptLimit = 64

  /// Names that scripts of an application do not have, each indexed or called.
  private static let foreignNames: Set = [
    "arg", "debug", "dofile", "ffi", "io", "jit", "loadfile", "love", "ngx", "package", "playdate",
  ]

  /// The functions of `os` that an application has.
  private static let ownTimes: Set = ["clock", "date", "difftime", "time"]

  private static let ownName = "router"

  var isOurs: Bool {
    let reader = FileReader(limit: SpecFiles.byteLimit)
    var names = ["main"]
    var known: Set = ["main"]
    var isForeign = false
    while !names.isEmpty, known.count <= Self.scriptLimit {
      let path = names.removeFirst().replacing(".", with: "/")
      let candidates = ["\(folder)/\(path).lua", "\(folder)/\(path)/init.lua"]
      guard let text = candidates.lazy.compactMap({ try? reader.bytes(of: $0) }).first else {
        continue
      }
      let tree = LuaTree(SpecFiles.withoutPreamble(text))
      if tree.uses(Self.ownName) { return true }
      isForeign = isForeign || text.first == UInt8(ascii: "#") || Self.isForeign(tree)
      names += tree.requiredModules.filter { known.insert($0).inserted }
    }
    return !isForeign
  }

  private static func isForeign(_ tree: LuaTree) -> Bool {
    foreignNames.contains(where: tree.uses)
      || tree.fields(of: "os").contains { !ownTimes.contains($0) }
  }
}

extension LuaTree {
  /// Whether the script indexes or calls a variable of this name, local or global.
  fileprivate func uses(_ name: String) -> Bool {
    nodes(from: root)
      .contains { node in
        guard kind(of: node) == .name, self.name(of: node) == name, let parent = parent(of: node),
          firstChild(of: parent) == node
        else { return false }
        return [.field, .indexed, .methodName, .call, .methodCall].contains(kind(of: parent))
      }
  }

  /// The names that follow a name and a dot.
  fileprivate func fields(of name: String) -> [String] {
    nodes(from: root)
      .compactMap { node in
        guard kind(of: node) == .field, let base = firstChild(of: node), kind(of: base) == .name,
          self.name(of: base) == name
        else { return nil }
        return self.name(of: node)
      }
  }
}
