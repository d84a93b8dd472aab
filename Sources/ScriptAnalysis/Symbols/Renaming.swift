import LuaSyntax
import Moonroute
import RoutePatterns
import TextTools

/// The changes that rename a symbol in all files.
package struct Renaming: Sendable {
  package struct Edit: Hashable, Sendable {
    package let file: String
    /// The bytes to replace.
    package let range: Range<Int>
    package let text: String
  }

  /// A text that may refer to the symbol but stays unchanged.
  package struct Untouched: Hashable, Sendable {
    package let file: String
    package let range: Range<Int>
    /// Whether it is built from parts; otherwise it is an equal text in another place.
    package let isBuilt: Bool
  }

  package let edits: [Edit]
  /// The unchanged texts, for the user to review.
  package let untouched: [Untouched]
}

/// The reason why a symbol cannot be renamed.
package struct RenameRefusal: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

extension ScriptSymbols {
  /// The changes that rename a symbol; equal texts with another meaning and names built from parts
  /// are listed but stay unchanged.
  ///
  /// - Throws: The reason if the new name is taken or invalid, or if the symbol cannot be renamed.
  package func renaming(
    _ symbol: ScriptSymbol,
    to name: String
  ) throws(RenameRefusal) -> Renaming {
    try checkParsed()
    let found = uses(of: symbol).filter { $0.form != .location }
    try check(name, for: symbol, found)
    var seen: Set<Renaming.Edit> = []
    let edits = found.map { Renaming.Edit(file: $0.file, range: $0.range, text: name) }
      .filter { seen.insert($0).inserted }
    return Renaming(edits: edits, untouched: untouched(symbol, edits))
  }

  /// The reason why a symbol cannot be renamed at all, or `nil` if it can.
  package func refusal(of symbol: ScriptSymbol) -> RenameRefusal? {
    if symbol.kind == .module {
      return RenameRefusal("A module has the name of its file. Rename the file.")
    }
    if symbol.kind == .view, model.offeredViews.contains(symbol.name) {
      return RenameRefusal(
        "The program offers the view '\(symbol.name)' (offers.json). Rename it in the program,"
          + " write offers.json again, and then rename it here."
      )
    }
    guard !uses.contains(where: { $0.symbol == symbol && $0.isDefinition }) else { return nil }
    let maker = built.first { $0.kind == symbol.kind && $0.isDefinition && $0.mayBe(symbol.name) }
    guard let maker, let script = scripts[maker.file] else {
      return RenameRefusal(
        "No script defines the \(symbol.kind.rawValue) '\(symbol.name)', so it cannot be renamed."
      )
    }
    let line = script.lines.line(of: maker.range.lowerBound)
    return RenameRefusal(
      "The name '\(symbol.name)' is built from parts at \(maker.file):\(line). Change it"
        + " there."
    )
  }

  // MARK: Checks

  func checkParsed() throws(RenameRefusal) {
    for script in scripts.values.sorted(by: { $0.file < $1.file }) {
      guard let problem = script.tree.problems.first else { continue }
      let line = script.lines.line(of: problem.start)
      throw RenameRefusal(
        "\(script.file):\(line) does not parse, so names in it may be missed. Fix it first."
      )
    }
  }

  private func check(
    _ name: String,
    for symbol: ScriptSymbol,
    _ found: [SymbolUse]
  ) throws(RenameRefusal) {
    if let refusal = refusal(of: symbol) { throw refusal }
    guard name != symbol.name else {
      throw RenameRefusal("The \(symbol.kind.rawValue) has this name already.")
    }
    switch symbol.kind {
    case .parameter: try checkParameter(name, for: symbol, found)
    case .variable: break
    case .type:
      guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
        throw RenameRefusal("'\(name)' is not a valid type name. Use letters, digits and '_'.")
      }
      try checkFree(name, symbol.kind)
    default:
      let isPlain = name.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && $0 != "\"" && $0 != "'" && $0 != "\\" && $0 != "]"
      }
      guard !name.isEmpty, isPlain, !NameRules.looksLikeLocation(name),
        name.first != " ", name.last != " "
      else {
        throw RenameRefusal(
          "'\(name)' is not a valid name for a \(symbol.kind.rawValue): it must not look like a"
            + " location."
        )
      }
      try checkFree(name, symbol.kind)
    }
  }

  private func checkFree(_ name: String, _ kind: ScriptSymbol.Kind) throws(RenameRefusal) {
    let other = ScriptSymbol(kind: kind, name: name)
    let definition = uses.first { $0.symbol == other && $0.isDefinition }
    let isKnown =
      switch kind {
      case .route: model.index.route(named: name) != nil
      case .event: model.eventNames.contains(name)
      case .resource: model.resourceNames.contains(name)
      case .tag: model.tags.contains(name)
      case .view: model.viewNames.contains(name)
      case .type: model.types.names.contains(name)
      default: false
      }
    guard isKnown || definition != nil else { return }
    let place = definition.flatMap { use in
      scripts[use.file].map { " (\(use.file):\($0.lines.line(of: use.range.lowerBound)))" }
    }
    throw RenameRefusal(
      "There is a \(kind.rawValue) '\(name)' already\(place ?? ""). Choose another name."
    )
  }

  private func checkParameter(
    _ name: String,
    for symbol: ScriptSymbol,
    _ found: [SymbolUse]
  ) throws(RenameRefusal) {
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !name.isEmpty
    guard isName, name.first?.isNumber == false else {
      throw RenameRefusal("'\(name)' is not a valid parameter name. Use letters, digits and '_'.")
    }
    if found.contains(where: { $0.form == .word }), !name.isLuaName {
      throw RenameRefusal("'\(name)' cannot follow a dot in Lua, as the old name does.")
    }
    for route in model.index.routes {
      guard place(of: symbol.name, of: route) == symbol.place,
        route.pattern.parameterNames.contains(name)
      else { continue }
      throw RenameRefusal(
        "'\(route.pattern.text)' has a parameter '\(name)' already. Choose another name."
      )
    }
    for use in found {
      let other = uses.first {
        $0.file == use.file && $0.range == use.range && $0.symbol != symbol
          && $0.symbol.kind == .parameter
      }
      guard let other, let script = scripts[use.file] else { continue }
      let line = script.lines.line(of: use.range.lowerBound)
      let owner = other.symbol.place.flatMap { place in
        scripts[place.file].map { "\(place.file):\($0.lines.line(of: place.offset))" }
      }
      throw RenameRefusal(
        "The function at \(use.file):\(line) also serves another route, whose parameter is defined"
          + " at \(owner ?? "?"). Rename both, or give each route its own function."
      )
    }
  }

  // MARK: Unchanged texts

  private func untouched(_ symbol: ScriptSymbol, _ edits: [Renaming.Edit]) -> [Renaming.Untouched] {
    guard symbol.kind != .parameter, symbol.kind != .variable else { return [] }
    var list = built.filter { $0.kind == symbol.kind && $0.mayBe(symbol.name) }
      .map { Renaming.Untouched(file: $0.file, range: $0.range, isBuilt: true) }
    let changed = Set(edits)
    for script in scripts.values.sorted(by: { $0.file < $1.file }) {
      for (range, text) in script.comparableTexts where symbol.isMeant(by: text) {
        let isUse = uses.contains { $0.file == script.file && $0.range == range }
        let isChanged = changed.contains { $0.file == script.file && $0.range == range }
        if !isUse, !isChanged {
          list.append(Renaming.Untouched(file: script.file, range: range, isBuilt: false))
        }
      }
    }
    return list
  }
}

extension AnalysedScript {
  /// The texts that may be names: strings, and the keys of tables in specs, such as the expected
  /// `{ home = 1 }`.
  fileprivate var comparableTexts: [(range: Range<Int>, text: String)] {
    let strings = nodes(.string)
      .compactMap { node in tree.string(of: node).map { (content(of: node), $0) } }
    guard isSpec else { return strings }
    let keys = nodes(.namedItem)
      .compactMap { item -> (Range<Int>, String)? in
        guard let table = tree.parent(of: item),
          expectedType(of: table)?.names.subtracting(["any", "table"]).isEmpty != false
        else { return nil }
        let token = tree.token(of: item)
        return (token.start..<token.end, tree.text(of: token))
      }
    return strings + keys
  }
}

extension ScriptSymbol {
  /// Whether a text may be the name; a drawing of the stage can contain the name of a view.
  fileprivate func isMeant(by text: String) -> Bool {
    text == name || kind == .view && text.contains("─ \(name)  ")
  }
}
