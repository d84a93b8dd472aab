import LuaSyntax

/// The modules and names that a script's text mentions, found without running it.
struct ScriptReferences {
  /// The names of modules that it requires or mounts.
  private(set) var modules: Set<String> = []
  /// Whether it requires a module by a computed name.
  private(set) var isOpen = false
  /// Its string literals, and the words in them that look like file names.
  private(set) var words: Set<String> = []

  init(_ script: [UInt8]) {
    let tree = LuaTree(script)
    for requirement in tree.requirements {
      if let name = requirement.name.flatMap(tree.string), !name.contains(":") {
        modules.insert(name)
      } else if requirement.name.flatMap(tree.string) != nil {
        // A parameter means several modules: `router.lazy("/:city<city>", "cities.:city")`.
        isOpen = true
      } else if !requirement.isMount {
        isOpen = true
      }
    }
    for node in tree.nodes(from: tree.root) { tree.string(of: node).map { add($0) } }
  }

  /// Adds the file names in a text, such as `data/cart.json`.
  private mutating func add(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return }
    for word in text.split(whereSeparator: { "/\\ \t\n\"'".contains($0) }) {
      words.insert(String(word))
    }
  }
}
