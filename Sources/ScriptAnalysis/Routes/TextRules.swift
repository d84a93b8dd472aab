import LuaSyntax

/// A rule about translations: the files of a folder `texts`, which each return a table.
struct TextRules {
  let application: LoadedApplication

  private struct Language {
    let name: String
    let script: AnalysedScript
    let table: LuaNode
    /// The keys with their items; the keys of nested tables are joined with dots.
    var keys: [(name: String, item: LuaNode)] = []
    /// Whether some keys are not literals.
    var isOpen = false
  }

  /// Compares the files of each folder.
  func run() {
    let files = application.scripts.filter { !$0.isSpec }
      .filter { $0.file.split(separator: "/").dropLast().last == "texts" }
    let folders = Dictionary(grouping: files) { $0.file.split(separator: "/").dropLast() }
    for scripts in folders.values {
      let languages = scripts.compactMap(language)
      for language in languages where !language.isOpen { compare(language, with: languages) }
    }
  }

  private func compare(_ language: Language, with others: [Language]) {
    var known = Set(language.keys.map(\.name))
    for other in others where other.name != language.name {
      for (key, item) in other.keys where known.insert(key).inserted {
        let token = language.script.tree.token(of: language.table)
        application.report(
          .missingText,
          "'\(key)' has no text in '\(language.name)'.",
          at: token.start..<token.end,
          in: language.script,
          related: [
            ScriptFinding.Related(
              file: other.script.file,
              line: other.script.line(of: item),
              message: "It has a text in '\(other.name)'."
            )
          ]
        )
      }
    }
  }

  private func language(_ script: AnalysedScript) -> Language? {
    let tree = script.tree
    guard let block = tree.firstChild(of: tree.root), let last = tree.lastChild(of: block),
      tree.kind(of: last) == .returnStatement, let value = tree.firstChild(of: last),
      tree.kind(of: script.value(of: value)) == .table,
      let name = script.file.split(separator: "/").last?.dropLast(".lua".count)
    else { return nil }
    let table = script.value(of: value)
    var language = Language(name: String(name), script: script, table: table)
    // Later code may add keys to the table.
    language.isOpen = table != value
    collect(table, "", into: &language)
    return language
  }

  private func collect(_ table: LuaNode, _ prefix: String, into language: inout Language) {
    let tree = language.script.tree
    for item in tree.children(of: table) {
      let key: String
      switch tree.kind(of: item) {
      case .namedItem: key = tree.name(of: item)
      case .keyedItem:
        guard let text = tree.firstChild(of: item).flatMap(language.script.string) else {
          language.isOpen = true
          continue
        }
        key = text
      default: continue
      }
      guard let value = tree.lastChild(of: item) else { continue }
      if tree.kind(of: value) == .table {
        collect(value, prefix + key + ".", into: &language)
      } else {
        language.keys.append((prefix + key, item))
      }
    }
  }
}
